import type { Unit } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { askedSql, onResource } from '../sets/asked.js';
import { visibleThingSql } from '../visibility/things.js';
import { joinAskedUnitSql, visibleUnitSql } from '../visibility/units.js';

/** What PostgreSQL makes of one call: its place in the set, and the unit if the caller sees it. */
export interface UnitRow extends Omit<Unit, 'truncated'> {
  position: number;
}

/** The first entries of a list of the unit `unit`, as a JSON array in the order of their `key`. */
const list = (name: string, entry: string, from: string) => `(
  SELECT coalesce(json_agg(listed.entry ORDER BY listed.key), '[]')
  FROM (SELECT ${entry} AS entry, link.key FROM ${from} ORDER BY link.key LIMIT $4) AS listed
) AS ${name}`;

const visible = (alias: string) => visibleUnitSql(alias, 'asked.subject');

/**
 * Units with their references and properties.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 the most entries of each list.
 */
export const readUnits = statement<UnitRow>(
  'units.read',
  `SELECT asked.position::int AS position, unit.id, unit.name, unit.type,
    coalesce(unit.owner_subject, unit.developer) AS owner,
    ${list(
      'properties',
      `json_build_object('name', link.name, 'value', link.value::json)`,
      'unit_properties link WHERE link.unit_key = unit.key',
    )},
    ${list(
      'things',
      'thing.id',
      `unit_things link JOIN things thing ON thing.key = link.thing_key
      WHERE link.unit_key = unit.key AND ${visibleThingSql('thing', 'asked.subject')}`,
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
  FROM ${askedSql(onResource)} ${joinAskedUnitSql}`,
);
