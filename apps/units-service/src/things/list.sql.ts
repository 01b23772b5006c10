import { statement } from '@trellis/database';
import { askedSql, pageOfList } from '../sets/asked.js';
import { pagesOfIdsSql, type PageOfIdsRow } from '../sets/page-of-ids.js';
import { thingColumns, type ThingRow } from './row.js';

const asked = askedSql({ developer: 'text', subject: 'text', ...pageOfList });

/** The things of the whole account, and those in the list of a subject; each has an index in order. */
const lists = {
  account: 'thing.developer = asked.developer',
  subject: 'thing.developer = asked.developer AND thing.subject = asked.subject',
};
type List = keyof typeof lists;

const listOf = (list: List) =>
  statement<PageOfIdsRow>(
    `things.list.${list}`,
    pagesOfIdsSql(
      asked,
      `SELECT thing.id, thing.key FROM things thing
      WHERE ${lists[list]} AND thing.key > asked.after`,
    ),
  );

const describe = (list: List) =>
  statement<ThingRow & { position: number }>(
    `things.describe.${list}`,
    `SELECT asked.position::int AS position, ${thingColumns('thing')}
    FROM ${asked}
    CROSS JOIN LATERAL (
      SELECT * FROM things thing
      WHERE ${lists[list]} AND thing.key > asked.after
      ORDER BY thing.key LIMIT asked.max + 1
    ) AS thing
    ORDER BY asked.position, thing.key`,
  );

/** Lists the ids of things: $1 developers, $2 subjects, $3 and $4 pages. */
export const listThingsOf = { account: listOf('account'), subject: listOf('subject') };

/** Lists things, one more than a page holds when another page follows; the same parameters. */
export const describeThingsOf = { account: describe('account'), subject: describe('subject') };
