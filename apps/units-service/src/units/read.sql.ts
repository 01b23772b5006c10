import {
  maxCountedEntries,
  type ListedUnit,
  type Unit,
  type UnitProperty,
} from '@trellis/contracts';
import {
  boundedBatchSql,
  boundedStatement,
  maxAnswerBytes,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import { callsSql, onResource } from '../batches/calls.js';
import { joinUnitSql, visibleThingSql, visibleUnitSql } from '../visibility/rules.js';

/** The unit of one call, if the caller sees it. */
export interface UnitRow extends BoundedRow, Omit<Unit, 'truncated' | 'properties'> {
  /** Ends with nulls where the answer has no more room. */
  properties: (UnitProperty | null)[];
}

/** Returns a column with the first entries of a list of the row `unit`, as a JSON array ordered by `key`. */
const list = (name: string, entry: string, from: string) => `(
  SELECT coalesce(json_agg(listed.entry ORDER BY listed.key), '[]')
  FROM (SELECT ${entry} AS entry, link.key FROM ${from} ORDER BY link.key LIMIT $4) AS listed
) AS ${name}`;

const visible = (alias: string) => visibleUnitSql(alias, 'unit.caller');

/** The first properties of the row `unit`, with their sizes. */
const properties = `
  SELECT name, value, key, octet_length(name) + octet_length(value) AS bytes
  FROM unit_properties WHERE unit_key = unit.key ORDER BY key LIMIT $4`;

const subjects = `
  SELECT octet_length(subject) AS bytes
  FROM unit_subjects WHERE unit_key = unit.key ORDER BY key LIMIT $4`;

/** The units of a batch, without their lists. */
const units = `
  SELECT call.position, call.subject AS caller, unit.*, size.bytes
  FROM ${callsSql(onResource)} ${joinUnitSql}
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes
    FROM (
      SELECT bytes FROM (${properties}) AS property
      UNION ALL SELECT bytes FROM (${subjects}) AS subject
    ) AS entry
  ) AS size`;

/**
 * Reads units with their references and properties.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 the most entries of each list.
 */
export const readUnits = boundedStatement<UnitRow>(
  'units.read',
  (bounded) => `
  SELECT unit.position::int AS position, unit."deferredFrom", unit.id, unit.name, unit.type,
    coalesce(unit.owner_subject, unit.developer) AS owner,
    ${list(
      'properties',
      `CASE WHEN link.fits THEN json_build_object('name', link.name, 'value', link.value::json) END`,
      `(${sizedItemsSql(properties)}) AS link`,
    )},
    ${list(
      'things',
      'thing.id',
      `unit_things link JOIN things thing ON thing.key = link.thing_key
      WHERE link.unit_key = unit.key AND ${visibleThingSql('thing', 'unit.caller')}`,
    )},
    ${list(
      'children',
      'child.id',
      `unit_links link JOIN units child ON child.key = link.child_key
      WHERE link.parent_key = unit.key AND ${visible('child')}`,
    )},
    ${list(
      'parents',
      'parent.id',
      `unit_links link JOIN units parent ON parent.key = link.parent_key
      WHERE link.child_key = unit.key AND ${visible('parent')}`,
    )},
    ${list('subjects', 'link.subject', 'unit_subjects link WHERE link.unit_key = unit.key')}
  FROM (${bounded(units)}) AS unit`,
);

/** The units of one call, in the order of the requested ids. */
export interface ShownRow extends BoundedRow {
  units: ListedUnit[];
}

const call = callsSql({ developer: 'text', subject: 'text', ids: 'text' });

/** The size of a unit without its name and type (bytes). */
const unitBytes = 150;

/** The units of a call, with their positions among the ids. An answer has room for a full page. */
const named = `
  FROM unnest(string_to_array(call.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, index)
  JOIN units unit ON unit.id = named.id AND unit.developer = call.developer
    AND ${visibleUnitSql('unit', 'call.subject')}`;

const calls = `
  SELECT call.*, size.bytes
  FROM ${call}
  CROSS JOIN LATERAL (
    SELECT least(
      coalesce(sum(octet_length(unit.name) + octet_length(unit.type) + ${unitBytes}), 0),
      ${maxAnswerBytes}
    ) AS bytes ${named}
  ) AS size`;

/** Returns the number of entries of a list of the row `unit` that the caller sees. Entries are only looked up for subjects. */
const count = (links: string, entries: string): string => `(
  SELECT count(*)::int FROM (
    SELECT FROM ${links} AND (call.subject IS NULL OR EXISTS (SELECT FROM ${entries}))
    LIMIT ${maxCountedEntries}
  ) AS counted
)`;

const children = count(
  'unit_links link WHERE link.parent_key = unit.key',
  `units child WHERE child.key = link.child_key AND ${visibleUnitSql('child', 'call.subject')}`,
);

const things = count(
  'unit_things link WHERE link.unit_key = unit.key',
  `things thing WHERE thing.key = link.thing_key AND ${visibleThingSql('thing', 'call.subject')}`,
);

/** Reads units by their ids: $1 developers, $2 subjects or nulls, $3 ids, each on a line of its own. */
export const showUnitsByIds = statement<ShownRow>(
  'units.show',
  `SELECT call.position::int AS position, call."deferredFrom", (
    SELECT coalesce(json_agg(
      json_build_object('id', unit.id, 'name', unit.name, 'type', unit.type,
        'children', ${children}, 'things', ${things})
      ORDER BY named.index), '[]')
    ${named}
  ) AS units
  FROM (${boundedBatchSql(calls)}) AS call`,
);
