import type { LineList, UnitLine } from '@trellis/contracts';
import { maxAnswerBytes, sizedItemsSql, statement, type Statement } from '@trellis/database';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';

/** The size of an entry that is an id (bytes). */
const idBytes = 40;

/** Queries for the entries of each list of the row `unit`, with the keys that order them and their sizes. */
const lists: Record<LineList, string> = {
  properties: `SELECT link.name, link.value, link.key,
      octet_length(link.name) + octet_length(link.value) AS bytes
    FROM unit_properties link WHERE link.unit_key = unit.key`,
  // A link is part of the line of the later unit, which refers to the earlier one.
  parents: `SELECT other.id, link.key, ${idBytes} AS bytes
    FROM unit_links link JOIN units other ON other.key = link.parent_key
    WHERE link.child_key = unit.key AND link.parent_key < unit.key
      AND ${visibleUnitSql('other', '$2')}`,
  children: `SELECT other.id, link.key, ${idBytes} AS bytes
    FROM unit_links link JOIN units other ON other.key = link.child_key
    WHERE link.parent_key = unit.key AND link.child_key < unit.key
      AND ${visibleUnitSql('other', '$2')}`,
  subjects: `SELECT link.subject AS id, link.key, octet_length(link.subject) AS bytes
    FROM unit_subjects link WHERE link.unit_key = unit.key`,
  things: `SELECT thing.id, link.key, ${idBytes} AS bytes
    FROM unit_things link JOIN things thing ON thing.key = link.thing_key
    WHERE link.unit_key = unit.key AND ${visibleThingSql('thing', '$2')}`,
};

/** Returns the expression of an entry in a line; `listed` is a row of a list. */
const entryOf = (name: string): string =>
  name === 'properties'
    ? `json_build_object('name', listed.name, 'value', listed.value::json)`
    : 'to_json(listed.id)';

/** A unit; its lists end with nulls where the line has no more room. */
export type ExportedUnit = Pick<UnitLine, 'id' | 'name' | 'type'> & {
  [List in LineList]: (Required<UnitLine>[List][number] | null)[];
} & {
  key: string;
  /** The number of units found, for which the page may not have room. */
  found: number;
};

const listColumn = ([name, entries]: [string, string]) => `(
  SELECT coalesce(json_agg(CASE WHEN listed.fits THEN ${entryOf(name)} END ORDER BY listed.key), '[]')
  FROM (${sizedItemsSql(`${entries} ORDER BY link.key LIMIT $5`)}) AS listed
) AS ${name}`;

/** The size of each list of a unit in its line. */
const listBytes = Object.values(lists).map(
  (entries) => `
    (SELECT coalesce(sum(bytes), 0) AS bytes FROM (${entries} ORDER BY link.key LIMIT $5) AS listed)`,
);

/** The units of a page, with the sizes of their lines. */
const units = `
  SELECT unit.key, unit.id, unit.name, unit.type, size.bytes
  FROM units unit
  CROSS JOIN LATERAL (
    SELECT sum(least(bytes, ${maxAnswerBytes})) AS bytes
    FROM (${listBytes.join(' UNION ALL ')}) AS list
  ) AS size
  WHERE unit.developer = $1 AND unit.key > $3 AND ${visibleUnitSql('unit', '$2')}
  ORDER BY unit.key LIMIT $4`;

/**
 * Reads units with their lists, in order of creation. $1 developer, $2 subject or null, $3 the key
 * after which to begin, $4 the most units, $5 the most entries of each list.
 */
export const exportedUnits = statement<ExportedUnit>(
  'export.units',
  `SELECT unit.key, unit.found::int AS found, unit.id, unit.name, unit.type,
    ${Object.entries(lists).map(listColumn).join(', ')}
  FROM (SELECT *, count(*) OVER () AS found FROM (${sizedItemsSql(units)}) AS sized) AS unit
  WHERE unit.fits
  ORDER BY unit.key`,
);

/** An entry of a list of a unit. */
export interface ListedEntry {
  id: string;
  name: string;
  type: string;
  entry: unknown;
  key: string;
  /** The number of entries found, for which the line may not have room. */
  found: number;
}

/**
 * Reads the entries of a list of one unit. $1 developer, $2 subject or null, $3 the key of the unit, $4 the
 * key after which to begin, $5 the most entries.
 */
export const exportedLists = Object.fromEntries(
  Object.entries(lists).map(([name, entries]) => [
    name,
    statement<ListedEntry>(
      `export.${name}`,
      `SELECT unit.id, unit.name, unit.type, ${entryOf(name)} AS entry, listed.key,
        listed.found::int AS found
      FROM units unit
      CROSS JOIN LATERAL (
        SELECT *, count(*) OVER () AS found
        FROM (${sizedItemsSql(`${entries} AND link.key > $4 ORDER BY link.key LIMIT $5`)}) AS sized
      ) AS listed
      WHERE listed.fits AND unit.developer = $1 AND unit.key = $3
        AND ${visibleUnitSql('unit', '$2')}
      ORDER BY listed.key`,
    ),
  ]),
) as Record<LineList, Statement<ListedEntry>>;
