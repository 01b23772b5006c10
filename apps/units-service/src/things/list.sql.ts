import {
  boundedBatchSql,
  maxAnswerBytes,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import { callsSql, pageOfList } from '../batches/calls.js';
import { pagesOfIds } from '../batches/page-of-ids.js';
import { thingBytes, thingColumns, type ThingRow } from './row.js';

const call = callsSql({ developer: 'text', subject: 'text', ...pageOfList });

/** The things of an account, and those in the list of a subject; an index has each in order. */
const lists = {
  account: 'thing.developer = call.developer',
  subject: 'thing.developer = call.developer AND thing.subject = call.subject',
};
type List = keyof typeof lists;

const listOf = (list: List) =>
  pagesOfIds(`things.list.${list}`, {
    from: call,
    list: `SELECT thing.id, thing.key FROM things thing
      WHERE ${lists[list]} AND thing.key > call.after`,
  });

export interface DescribedRow extends BoundedRow, ThingRow {
  /** The number of things found for the page, which may not have room for all. */
  found: number;
}

/** Returns a query for the things of a page of `call`, with their sizes. */
const things = (list: List) => `
  SELECT thing.*, ${thingBytes('thing')} AS bytes FROM things thing
  WHERE ${lists[list]} AND thing.key > call.after
  ORDER BY thing.key LIMIT call.max + 1`;

/** Returns a query for the pages of a batch, without their things. */
const pages = (list: List) => `
  SELECT call.*, size.bytes
  FROM ${call}
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${things(list)}) AS thing
  ) AS size`;

const describe = (list: List) =>
  statement<DescribedRow>(
    `things.describe.${list}`,
    `SELECT call.position::int AS position, call."deferredFrom", thing.found::int AS found,
      ${thingColumns('thing')}
    FROM (${boundedBatchSql(pages(list))}) AS call
    CROSS JOIN LATERAL (
      SELECT *, count(*) OVER () AS found FROM (${sizedItemsSql(things(list))}) AS sized
    ) AS thing
    WHERE thing.fits
    ORDER BY call.position, thing.key`,
  );

/** Lists the ids of things: $1 developers, $2 subjects, $3 and $4 pages. */
export const listThingsOf = { account: listOf('account'), subject: listOf('subject') };

/** Lists things in full, one more than a page holds if there is room; the same parameters. */
export const describeThingsOf = { account: describe('account'), subject: describe('subject') };
