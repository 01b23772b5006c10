import { statement } from '@trellis/database';
import { visibleThingSql } from '../../visibility/things.js';

/** A thing in a unit. */
export interface ThingRow {
  /** The position of the unit in `$1`, from 1. */
  position: number;
  link: string;
  thing: string;
  id: string;
  /** Whether the thing is in other units, too, into which it came before. */
  shared: boolean;
}

/**
 * The next things of units. $1 units, $2 for each the link after which to begin, $3 the most things of
 * each, $4 subject or null.
 */
export const thingsOfUnits = statement<ThingRow>(
  'units.things-of-units',
  `SELECT asked.position::int AS position, found.*
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS asked(unit, after, position)
  CROSS JOIN LATERAL (
    SELECT link.key AS link, thing.key AS thing, thing.id, EXISTS (
      SELECT 1 FROM unit_things other
      WHERE other.thing_key = link.thing_key AND other.key < link.key
    ) AS shared
    FROM unit_things link JOIN things thing ON thing.key = link.thing_key
    WHERE link.unit_key = asked.unit AND link.key > asked.after
      AND ${visibleThingSql('thing', '$4')}
    ORDER BY link.key LIMIT $3
  ) AS found
  ORDER BY asked.position, found.link`,
);

/** The units into which things came before a link. $1 things, $2 links, $3 the most units of each. */
export const earlierUnits = statement<{ link: string; unit: string }>(
  'units.earlier-units',
  `SELECT asked.link, earlier.unit
  FROM unnest($1::bigint[], $2::bigint[]) AS asked(thing, link)
  CROSS JOIN LATERAL (
    SELECT unit_key AS unit FROM unit_things
    WHERE thing_key = asked.thing AND key < asked.link ORDER BY key LIMIT $3
  ) AS earlier`,
);
