import type { Relation } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource, pageOfList } from '../batches/calls.js';
import { pagesOfIds } from '../batches/page-of-ids.js';
import { ensureSubjectsSql } from '../subjects/subjects.sql.js';
import { isNamedSql, joinUnitSql, visibleThingSql, visibleUnitSql } from '../visibility/rules.js';
import { lockUnitsSql } from './write.sql.js';

const call = callsSql({ ...onResource, ...pageOfList });

const pages = (relation: Relation, entry: string, from: string) =>
  pagesOfIds(`units.references.${relation}`, {
    from: `${call} ${joinUnitSql}`,
    list: `SELECT ${entry} AS id, link.key FROM ${from} AND link.key > call.after`,
  });

/**
 * Lists references of units, by relation: $1 ids, $2 developers, $3 subjects or nulls, $4 and $5 pages.
 */
export const listReferencesOf: Record<Relation, ReturnType<typeof pages>> = {
  things: pages(
    'things',
    'thing.id',
    `unit_things link JOIN things thing ON thing.key = link.thing_key
    WHERE link.unit_key = unit.key AND ${visibleThingSql('thing', 'call.subject')}`,
  ),
  children: pages(
    'children',
    'child.id',
    `unit_links link JOIN units child ON child.key = link.child_key
    WHERE link.parent_key = unit.key AND ${visibleUnitSql('child', 'call.subject')}`,
  ),
  parents: pages(
    'parents',
    'parent.id',
    `unit_links link JOIN units parent ON parent.key = link.parent_key
    WHERE link.child_key = unit.key AND ${visibleUnitSql('parent', 'call.subject')}`,
  ),
  subjects: pages('subjects', 'link.subject', 'unit_subjects link WHERE link.unit_key = unit.key'),
};

/**
 * Links subjects to units: $1 ids, $2 developers, $3 subjects of the callers or nulls, $4 subjects,
 * $5 entries of the audit log.
 */
export const addSubjects = statement<{ position: number }>(
  'units.add_subject',
  `WITH target AS (
    ${lockUnitsSql({ added: 'text' })}
  ), ensured AS (
    ${ensureSubjectsSql('(SELECT developer, added AS subject FROM target)')}
  ), linked AS (
    INSERT INTO unit_subjects (unit_key, developer, subject)
    SELECT key, developer, added FROM target ORDER BY position
    ON CONFLICT DO NOTHING
  ), ${recordedSql('$5', 'SELECT position FROM target')}
  SELECT position::int AS position FROM target`,
);

/**
 * Adds things to units: $1 ids, $2 developers, $3 subjects or nulls, $4 ids of things or nulls, $5 entries
 * of the audit log.
 */
export const addThings = statement<{ position: number; hasThing: boolean }>(
  'units.add_thing',
  `WITH target AS (
    ${lockUnitsSql({ added: 'uuid' })}
  ), named AS (
    SELECT target.position, target.key, thing.key AS thing_key
    FROM target JOIN things thing ON ${isNamedSql('thing', 'target.added', 'target.developer')}
      AND thing.developer = target.developer AND ${visibleThingSql('thing', 'target.subject')}
    ORDER BY thing.key FOR KEY SHARE OF thing
  ), linked AS (
    INSERT INTO unit_things (unit_key, thing_key)
    SELECT key, thing_key FROM named ORDER BY position
    ON CONFLICT DO NOTHING
  ), ${recordedSql('$5', 'SELECT position FROM named')}
  SELECT target.position::int AS position, named.key IS NOT NULL AS "hasThing"
  FROM target LEFT JOIN named ON named.position = target.position`,
);

/** The outcome of a call whose caller sees the unit. */
interface RemovedRow {
  position: number;
  removed: boolean;
}

interface References {
  table: string;
  key: readonly [string, string];
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
      JOIN things thing ON ${isNamedSql('thing', 'target.other', 'target.developer')} AND thing.developer = target.developer
        AND ${visibleThingSql('thing', 'target.subject')}
      JOIN unit_things link ON link.unit_key = target.key AND link.thing_key = thing.key`,
  }),
  children: remove('children', {
    ...links,
    join: `${joinOtherUnit}
      JOIN unit_links link ON link.parent_key = target.key AND link.child_key = other.key`,
  }),
  parents: remove('parents', {
    ...links,
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
