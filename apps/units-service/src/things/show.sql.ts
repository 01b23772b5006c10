import { boundedSetSql, maxAnswerBytes, sizedItemsSql, statement } from '@trellis/database';
import type { BoundedRow } from '@trellis/database';
import { askedSql } from '../sets/asked.js';
import { visibleThingSql } from '../visibility/things.js';
import { thingBytes, thingColumns, type ThingRow } from './row.js';

/** A thing that was asked for by its id. */
export interface ShownRow extends BoundedRow, ThingRow {
  /** Its place among the ids of the call, from 1. */
  place: number;
  /** How many things were found for the call, which may not have room for all of them. */
  found: number;
}

const asked = askedSql({ developer: 'text', subject: 'text', ids: 'text' });

/** The things of a call, with their sizes. */
const things = `
  SELECT named.place AS key, thing.key AS thing, ${thingBytes('thing')} AS bytes
  FROM unnest(string_to_array(asked.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, place)
  JOIN things thing ON thing.id = named.id AND thing.developer = asked.developer
    AND ${visibleThingSql('thing', 'asked.subject')}`;

const calls = `
  SELECT asked.*, size.bytes
  FROM ${asked}
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${things}) AS item
  ) AS size`;

/** Things by their ids: $1 developers, $2 subjects or nulls, $3 ids, each on a line of its own. */
export const showThingsByIds = statement<ShownRow>(
  'things.show',
  `SELECT asked.position::int AS position, asked."deferredFrom", item.place, item.found,
    ${thingColumns('thing')}
  FROM (${boundedSetSql(calls)}) AS asked
  CROSS JOIN LATERAL (
    SELECT thing, key::int AS place, fits, (count(*) OVER ())::int AS found
    FROM (${sizedItemsSql(things)}) AS sized
  ) AS item
  JOIN things thing ON thing.key = item.thing
  WHERE item.fits
  ORDER BY asked.position, item.place`,
);
