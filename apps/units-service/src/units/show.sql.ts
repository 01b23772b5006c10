import { maxCountedEntries, type ListedUnit } from '@trellis/contracts';
import { boundedBatchSql, maxAnswerBytes, statement, type BoundedRow } from '@trellis/database';
import { callsSql } from '../batches/calls.js';
import { visibleThingSql } from '../visibility/things.js';
import { visibleUnitSql } from '../visibility/units.js';

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
