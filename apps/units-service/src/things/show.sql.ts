import { boundedBatchSql, maxAnswerBytes, sizedItemsSql, statement } from '@trellis/database';
import type { BoundedRow } from '@trellis/database';
import { callsSql } from '../batches/calls.js';
import { visibleThingSql } from '../visibility/things.js';
import { thingBytes, thingColumns, type ThingRow } from './row.js';

/** A thing that was requested by its id. */
export interface ShownRow extends BoundedRow, ThingRow {
  /** Its position among the ids of the call, from 1. */
  index: number;
  /** The number of things found for the call, whose answer may not have room for all. */
  found: number;
}

const call = callsSql({ developer: 'text', subject: 'text', ids: 'text' });

/** The things of a call, with their sizes. */
const things = `
  SELECT named.index AS key, thing.key AS thing, ${thingBytes('thing')} AS bytes
  FROM unnest(string_to_array(call.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, index)
  JOIN things thing ON thing.id = named.id AND thing.developer = call.developer
    AND ${visibleThingSql('thing', 'call.subject')}`;

const calls = `
  SELECT call.*, size.bytes
  FROM ${call}
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${things}) AS item
  ) AS size`;

/** Reads things by their ids: $1 developers, $2 subjects or nulls, $3 ids, each on a line of its own. */
export const showThingsByIds = statement<ShownRow>(
  'things.show',
  `SELECT call.position::int AS position, call."deferredFrom", item.index, item.found,
    ${thingColumns('thing')}
  FROM (${boundedBatchSql(calls)}) AS call
  CROSS JOIN LATERAL (
    SELECT thing, key::int AS index, fits, (count(*) OVER ())::int AS found
    FROM (${sizedItemsSql(things)}) AS sized
  ) AS item
  JOIN things thing ON thing.key = item.thing
  WHERE item.fits
  ORDER BY call.position, item.index`,
);
