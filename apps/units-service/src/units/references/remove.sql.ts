import type { Relation } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { recordedSql } from '../../audit/record.sql.js';
import { callsSql, onResource } from '../../batches/calls.js';
import { visibleThingSql } from '../../visibility/things.js';
import { joinUnitSql, visibleUnitSql } from '../../visibility/units.js';

/** The outcome of a call whose caller sees the unit. */
export interface RemovedRow {
  position: number;
  removed: boolean;
}

interface References {
  table: string;
  key: [string, string];
  idType: string;
  /** Joins `target`, the units of the calls, with `link`, the rows of the table. */
  join: string;
}

/** Declares a statement that removes references of one relation, which it locks in one order to avoid deadlocks. */
const remove = (relation: Relation, { table, key: [one, two], idType, join }: References) =>
  statement<RemovedRow>(
    `units.remove_reference.${relation}`,
    `WITH target AS (
      SELECT call.*, unit.key
      FROM ${callsSql({ ...onResource, other: idType })} ${joinUnitSql}
    ), reference AS (
      SELECT target.position, link.${one}, link.${two} FROM target ${join}
      ORDER BY link.${one}, link.${two} FOR UPDATE OF link
    ), removed AS (
      DELETE FROM ${table} link USING (SELECT DISTINCT ${one}, ${two} FROM reference) AS named
      WHERE link.${one} = named.${one} AND link.${two} = named.${two}
    ), first AS (
      SELECT min(position) AS position FROM reference GROUP BY ${one}, ${two}
    ), ${recordedSql('$5', 'SELECT position FROM first')}
    SELECT target.position::int AS position, first.position IS NOT NULL AS removed
    FROM target LEFT JOIN first ON first.position = target.position`,
  );

const links = { table: 'unit_links', key: ['parent_key', 'child_key'], idType: 'uuid' } as const;

const joinOtherUnit = `
  JOIN units other ON other.id = target.other AND other.developer = target.developer
    AND ${visibleUnitSql('other', 'target.subject')}`;

/**
 * Removes references of units, by relation; the first call for each removes it.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 ids of the other ends or nulls, $5 entries of the audit
 * log.
 */
export const removeReferencesOf: Record<Relation, ReturnType<typeof remove>> = {
  things: remove('things', {
    table: 'unit_things',
    key: ['unit_key', 'thing_key'],
    idType: 'uuid',
    join: `
      JOIN things thing ON thing.id = target.other AND thing.developer = target.developer
        AND ${visibleThingSql('thing', 'target.subject')}
      JOIN unit_things link ON link.unit_key = target.key AND link.thing_key = thing.key`,
  }),
  children: remove('children', {
    ...links,
    key: [...links.key],
    join: `${joinOtherUnit}
      JOIN unit_links link ON link.parent_key = target.key AND link.child_key = other.key`,
  }),
  parents: remove('parents', {
    ...links,
    key: [...links.key],
    join: `${joinOtherUnit}
      JOIN unit_links link ON link.child_key = target.key AND link.parent_key = other.key`,
  }),
  subjects: remove('subjects', {
    table: 'unit_subjects',
    key: ['unit_key', 'subject'],
    idType: 'text',
    join: 'JOIN unit_subjects link ON link.unit_key = target.key AND link.subject = target.other',
  }),
};
