import { statement } from '@trellis/database';
import { visibleUnitSql } from './rules.js';

export interface UnitKey {
  key: string;
  owner: string | null;
}

/** Finds a unit if the caller sees it. $1 id, $2 developer, $3 subject or null. */
export const selectUnit = statement<UnitKey>(
  'units.find-unit',
  `SELECT unit.key, unit.owner_subject AS owner FROM units unit
  WHERE unit.id = $1 AND unit.developer = $2 AND ${visibleUnitSql('unit', '$3')}`,
);
