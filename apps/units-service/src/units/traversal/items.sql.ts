import { statement } from '@trellis/database';
import { visibleThingSql } from '../../visibility/rules.js';

export interface ThingRow {
  /** The position of the unit in `$1`, from 1. */
  position: number;
  link: string;
  thing: string;
  id: string;
  /** Whether the thing was added to other units before. */
  shared: boolean;
}

/**
 * Reads the next things of units. $1 units, $2 for each the link after which to begin, $3 the most things of
 * each, $4 subject or null.
 */
export const thingsOfUnits = statement<ThingRow>(
  'units.things-of-units',
  `SELECT given.position::int AS position, found.*
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS given(unit, after, position)
  CROSS JOIN LATERAL (
    SELECT link.key AS link, thing.key AS thing, thing.id, EXISTS (
      SELECT 1 FROM unit_things other
      WHERE other.thing_key = link.thing_key AND other.key < link.key
    ) AS shared
    FROM unit_things link JOIN things thing ON thing.key = link.thing_key
    WHERE link.unit_key = given.unit AND link.key > given.after
      AND ${visibleThingSql('thing', '$4')}
    ORDER BY link.key LIMIT $3
  ) AS found
  ORDER BY given.position, found.link`,
);

/** Reads the units to which things were added before a link. $1 things, $2 links, $3 the most units of each. */
export const earlierUnits = statement<{ link: string; unit: string }>(
  'units.earlier-units',
  `SELECT given.link, earlier.unit
  FROM unnest($1::bigint[], $2::bigint[]) AS given(thing, link)
  CROSS JOIN LATERAL (
    SELECT unit_key AS unit FROM unit_things
    WHERE thing_key = given.thing AND key < given.link ORDER BY key LIMIT $3
  ) AS earlier`,
);
