import {
  boundedSetSql,
  maxAnswerBytes,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import { askedSql, pageOfList } from '../sets/asked.js';
import { pagesOfIds } from '../sets/page-of-ids.js';
import { thingBytes, thingColumns, type ThingRow } from './row.js';

const asked = askedSql({ developer: 'text', subject: 'text', ...pageOfList });

/** The things of the whole account, and those in the list of a subject; each has an index in order. */
const lists = {
  account: 'thing.developer = asked.developer',
  subject: 'thing.developer = asked.developer AND thing.subject = asked.subject',
};
type List = keyof typeof lists;

const listOf = (list: List) =>
  pagesOfIds(`things.list.${list}`, {
    from: asked,
    list: `SELECT thing.id, thing.key FROM things thing
      WHERE ${lists[list]} AND thing.key > asked.after`,
  });

/** A thing on a page. */
export interface DescribedRow extends BoundedRow, ThingRow {
  /** How many things were found for the page, which may not have room for all of them. */
  found: number;
}

/** The things of a page of `asked`, with their sizes. */
const things = (list: List) => `
  SELECT thing.*, ${thingBytes('thing')} AS bytes FROM things thing
  WHERE ${lists[list]} AND thing.key > asked.after
  ORDER BY thing.key LIMIT asked.max + 1`;

/** The pages of a set, without their things. */
const pages = (list: List) => `
  SELECT asked.*, size.bytes
  FROM ${asked}
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${things(list)}) AS thing
  ) AS size`;

const describe = (list: List) =>
  statement<DescribedRow>(
    `things.describe.${list}`,
    `SELECT asked.position::int AS position, asked."deferredFrom", thing.found::int AS found,
      ${thingColumns('thing')}
    FROM (${boundedSetSql(pages(list))}) AS asked
    CROSS JOIN LATERAL (
      SELECT *, count(*) OVER () AS found FROM (${sizedItemsSql(things(list))}) AS sized
    ) AS thing
    WHERE thing.fits
    ORDER BY asked.position, thing.key`,
  );

/** Lists the ids of things: $1 developers, $2 subjects, $3 and $4 pages. */
export const listThingsOf = { account: listOf('account'), subject: listOf('subject') };

/** Lists things, one more than a page holds when it has room for it; the same parameters. */
export const describeThingsOf = { account: describe('account'), subject: describe('subject') };
