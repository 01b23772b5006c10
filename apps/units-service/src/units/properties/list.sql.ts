import type { UnitProperty } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { askedSql, onResource, pageOfList } from '../../sets/asked.js';
import { joinAskedUnitSql } from '../../visibility/units.js';

export interface PropertiesRow {
  position: number;
  /** One more than the page holds when another page follows. */
  properties: (UnitProperty & { key: string })[];
}

/** Lists properties of units: $1 ids, $2 developers, $3 subjects or nulls, $4 and $5 pages. */
export const listPropertiesOf = statement<PropertiesRow>(
  'units.properties',
  `SELECT asked.position::int AS position, page.properties
  FROM ${askedSql({ ...onResource, ...pageOfList })} ${joinAskedUnitSql}
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object(
      'key', listed.key::text, 'name', listed.name, 'value', listed.value::json
    ) ORDER BY listed.key), '[]') AS properties
    FROM (
      SELECT property.key, property.name, property.value FROM unit_properties property
      WHERE property.unit_key = unit.key AND property.key > asked.after
      ORDER BY property.key LIMIT asked.max + 1
    ) AS listed
  ) AS page`,
);
