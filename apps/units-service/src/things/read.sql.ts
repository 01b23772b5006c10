import {
  boundedBatchSql,
  boundedStatement,
  maxResourceBytes,
  sizedCallsSql,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import { callsSql, onResource, pageOfList } from '../batches/calls.js';
import { pagesOfIds } from '../batches/page-of-ids.js';
import { joinThingSql, visibleThingSql } from '../visibility/rules.js';
import { thingBytes, thingColumns, type ThingRow } from './row.js';

/** A thing that the caller sees; its columns are null if it is too large to be shown. */
type ReadRow = BoundedRow & (ThingRow | { id: null });

/** Reads things: $1 ids, $2 developers, $3 subjects or nulls. */
export const readThings = boundedStatement<ReadRow>('things.read', (bounded) =>
  bounded(`
    SELECT call.position::int AS position, ${thingColumns('shown')},
      least(${thingBytes('thing')}, ${maxResourceBytes}) AS bytes
    FROM ${callsSql(onResource)} ${joinThingSql}
    LEFT JOIN LATERAL (
      SELECT thing.* WHERE ${thingBytes('thing')} <= ${maxResourceBytes}
    ) AS shown ON true`),
);

/** One of the things that answer a call. */
export interface FoundThing extends BoundedRow, ThingRow {
  /** The number of things found for the call, whose answer may not have room for all. */
  found: number;
}

/** A thing that was requested by its id. */
export interface ShownThing extends FoundThing {
  /** Its position among the ids of the call, from 1. */
  index: number;
}

/** The things that a call names, with their sizes. */
const namedThings = `
  SELECT named.index AS key, thing.key AS thing, ${thingBytes('thing')} AS bytes
  FROM unnest(string_to_array(call.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, index)
  JOIN things thing ON thing.id = named.id AND thing.developer = call.developer
    AND ${visibleThingSql('thing', 'call.subject')}`;

const namingCalls = callsSql({ developer: 'text', subject: 'text', ids: 'text' });

/** Reads things by their ids: $1 developers, $2 subjects or nulls, $3 ids, each on a line of its own. */
export const showThingsByIds = statement<ShownThing>(
  'things.show',
  `SELECT call.position::int AS position, call."deferredFrom", item.index, item.found,
    ${thingColumns('thing')}
  FROM (${boundedBatchSql(sizedCallsSql(namingCalls, namedThings))}) AS call
  CROSS JOIN LATERAL (
    SELECT thing, key::int AS index, fits, (count(*) OVER ())::int AS found
    FROM (${sizedItemsSql(namedThings)}) AS sized
  ) AS item
  JOIN things thing ON thing.key = item.thing
  WHERE item.fits
  ORDER BY call.position, item.index`,
);

const listingCalls = callsSql({ developer: 'text', subject: 'text', ...pageOfList });

/** The things of an account, and those in the list of a subject; an index has each in order. */
const lists = {
  account: 'thing.developer = call.developer',
  subject: 'thing.developer = call.developer AND thing.subject = call.subject',
};
type List = keyof typeof lists;

const listOf = (list: List) =>
  pagesOfIds(`things.list.${list}`, {
    from: listingCalls,
    list: `SELECT thing.id, thing.key FROM things thing
      WHERE ${lists[list]} AND thing.key > call.after`,
  });

/** Returns a query for the things of a page of `call`, with their sizes. */
const listedThings = (list: List) => `
  SELECT thing.*, ${thingBytes('thing')} AS bytes FROM things thing
  WHERE ${lists[list]} AND thing.key > call.after
  ORDER BY thing.key LIMIT call.max + 1`;

const describe = (list: List) =>
  statement<FoundThing>(
    `things.describe.${list}`,
    `SELECT call.position::int AS position, call."deferredFrom", thing.found::int AS found,
      ${thingColumns('thing')}
    FROM (${boundedBatchSql(sizedCallsSql(listingCalls, listedThings(list)))}) AS call
    CROSS JOIN LATERAL (
      SELECT *, count(*) OVER () AS found FROM (${sizedItemsSql(listedThings(list))}) AS sized
    ) AS thing
    WHERE thing.fits
    ORDER BY call.position, thing.key`,
  );

/** Lists the ids of things: $1 developers, $2 subjects, $3 and $4 pages. */
export const listThingsOf = { account: listOf('account'), subject: listOf('subject') };

/** Lists things in full, one more than a page holds if there is room; the same parameters. */
export const describeThingsOf = { account: describe('account'), subject: describe('subject') };
