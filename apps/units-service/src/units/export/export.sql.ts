import type { LineList, UnitLine } from '@trellis/contracts';
import { statement, type Statement } from '@trellis/database';
import { visibleThingSql } from '../../visibility/things.js';
import { visibleUnitSql } from '../../visibility/units.js';

/** The entries of each list of a unit, with the keys that order them. */
const lists: Record<LineList, string> = {
  properties: `SELECT json_build_object('name', link.name, 'value', link.value::json) AS entry, link.key
    FROM unit_properties link WHERE link.unit_key = unit.key`,
  // A link is part of the line of the unit that is exported later, which refers to the earlier one.
  parents: `SELECT to_json(other.id) AS entry, link.key
    FROM unit_links link JOIN units other ON other.key = link.parent_key
    WHERE link.child_key = unit.key AND link.parent_key < unit.key
      AND ${visibleUnitSql('other', '$2')}`,
  children: `SELECT to_json(other.id) AS entry, link.key
    FROM unit_links link JOIN units other ON other.key = link.child_key
    WHERE link.parent_key = unit.key AND link.child_key < unit.key
      AND ${visibleUnitSql('other', '$2')}`,
  subjects: `SELECT to_json(link.subject) AS entry, link.key
    FROM unit_subjects link WHERE link.unit_key = unit.key`,
  things: `SELECT to_json(thing.id) AS entry, link.key
    FROM unit_things link JOIN things thing ON thing.key = link.thing_key
    WHERE link.unit_key = unit.key AND ${visibleThingSql('thing', '$2')}`,
};

export interface ExportedUnit extends Required<UnitLine> {
  key: string;
}

const listColumn = ([name, entries]: [string, string]) => `(
  SELECT coalesce(json_agg(listed.entry ORDER BY listed.key), '[]')
  FROM (${entries} ORDER BY link.key LIMIT $5) AS listed
) AS ${name}`;

/**
 * Units with their lists, in the order of their creation. $1 developer, $2 subject or null, $3 the key
 * after which to begin, $4 the most units, $5 the most entries of each list.
 */
export const exportedUnits = statement<ExportedUnit>(
  'export.units',
  `SELECT unit.key, unit.id, unit.name, unit.type, ${Object.entries(lists).map(listColumn).join(', ')}
  FROM units unit
  WHERE unit.developer = $1 AND unit.key > $3 AND ${visibleUnitSql('unit', '$2')}
  ORDER BY unit.key LIMIT $4`,
);

/** An entry of a list of a unit. */
export interface ListedEntry {
  id: string;
  name: string;
  type: string;
  entry: unknown;
  key: string;
}

/**
 * The entries of a list of one unit. $1 developer, $2 subject or null, $3 the key of the unit, $4 the
 * key after which to begin, $5 the most entries.
 */
export const exportedLists = Object.fromEntries(
  Object.entries(lists).map(([name, entries]) => [
    name,
    statement<ListedEntry>(
      `export.${name}`,
      `SELECT unit.id, unit.name, unit.type, listed.entry, listed.key
      FROM units unit
      CROSS JOIN LATERAL (${entries} AND link.key > $4 ORDER BY link.key LIMIT $5) AS listed
      WHERE unit.developer = $1 AND unit.key = $3 AND ${visibleUnitSql('unit', '$2')}
      ORDER BY listed.key`,
    ),
  ]),
) as Record<LineList, Statement<ListedEntry>>;
