import { maxCountedEntries, type ListedUnit } from '@trellis/contracts';
import { boundedSetSql, maxAnswerBytes, statement, type BoundedRow } from '@trellis/database';
import { askedSql } from '../sets/asked.js';
import { visibleThingSql } from '../visibility/things.js';
import { visibleUnitSql } from '../visibility/units.js';

/** The units that were asked for by their ids, in the order of the ids. */
export interface ShownRow extends BoundedRow {
  units: ListedUnit[];
}

const asked = askedSql({ developer: 'text', subject: 'text', ids: 'text' });

/** What surrounds the name and the type of a unit (bytes). */
const unitBytes = 150;

/** The units of a call, with their places among the ids; as many as a page has always have room in an answer. */
const named = `
  FROM unnest(string_to_array(asked.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, place)
  JOIN units unit ON unit.id = named.id AND unit.developer = asked.developer
    AND ${visibleUnitSql('unit', 'asked.subject')}`;

const calls = `
  SELECT asked.*, size.bytes
  FROM ${asked}
  CROSS JOIN LATERAL (
    SELECT least(
      coalesce(sum(octet_length(unit.name) + octet_length(unit.type) + ${unitBytes}), 0),
      ${maxAnswerBytes}
    ) AS bytes ${named}
  ) AS size`;

/** How many entries of a list of the unit `unit` the caller sees. Whoever sees all has none of them looked up. */
const count = (links: string, entries: string): string => `(
  SELECT count(*)::int FROM (
    SELECT FROM ${links} AND (asked.subject IS NULL OR EXISTS (SELECT FROM ${entries}))
    LIMIT ${maxCountedEntries}
  ) AS counted
)`;

const children = count(
  'unit_links link WHERE link.parent_key = unit.key',
  `units child WHERE child.key = link.child_key AND ${visibleUnitSql('child', 'asked.subject')}`,
);

const things = count(
  'unit_things link WHERE link.unit_key = unit.key',
  `things thing WHERE thing.key = link.thing_key AND ${visibleThingSql('thing', 'asked.subject')}`,
);

/** Units by their ids: $1 developers, $2 subjects or nulls, $3 ids, each on a line of its own. */
export const showUnitsByIds = statement<ShownRow>(
  'units.show',
  `SELECT asked.position::int AS position, asked."deferredFrom", (
    SELECT coalesce(json_agg(
      json_build_object('id', unit.id, 'name', unit.name, 'type', unit.type,
        'children', ${children}, 'things', ${things})
      ORDER BY named.place), '[]')
    ${named}
  ) AS units
  FROM (${boundedSetSql(calls)}) AS asked`,
);
