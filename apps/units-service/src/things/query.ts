import type { Handler, Page, PageOfIds } from '@trellis/contracts';
import { query, type BoundedRow } from '@trellis/database';
import type pg from 'pg';
import type { Traversals } from '../database/traversals.js';
import { compileQuery, noCondition } from '../query/compile.js';
import { thingFields } from './fields.js';
import { timeoutIfQueryCancelled } from '../query/timeout.js';
import { toShortPageOfIds, type PageOfIdsRow } from '../sets/page-of-ids.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import { findParameters, toFindColumns, wayTo } from './find.js';
import { findSql, maxScanned } from './find.sql.js';

/** How many things one statement looks at; a page ends after a second, or `maxScanned` things, even if it is short. */
const chunk = 500;
const maxMs = 1_000;

/** The ids of the things that meet an expression and conditions, in the order of their creation. */
export const queryThings: Handler<'things.query', { traversals: Traversals }> = (
  { traversals },
  { q, ...input },
  { expiresAt },
) => {
  const way = wayTo(input);
  const { sql, values } = q === undefined ? noCondition : compileThings(q);
  // Without a name it is planned for its parameters.
  const statement = { name: '', text: findSql(way, { condition: sql, scanned: chunk }) };
  async function readPart(db: pg.PoolClient, page: Page): Promise<PageOfIds> {
    const columns = toFindColumns([{ ...input, page }]);
    const [row] = await query<PageOfIdsRow & BoundedRow>(db, statement, [...columns, ...values]);
    if (!row) throw noSuchUnitInQuery('in');
    return toShortPageOfIds(row, page);
  }
  async function readPage(db: pg.PoolClient): Promise<PageOfIds> {
    const endsAt = Date.now() + maxMs;
    const page = { ...input.page };
    const items: string[] = [];
    for (let looked = chunk; ; looked += chunk) {
      const part = await readPart(db, page);
      items.push(...part.items);
      page.limit -= part.items.length;
      page.cursor = part.next;
      const isOver = page.limit === 0 || looked >= maxScanned || Date.now() >= endsAt;
      if (part.next === undefined || isOver) return { items, next: part.next };
    }
  }
  const { developer } = input.caller;
  return timeoutIfQueryCancelled(traversals({ developer, expiresAt }, readPage));
};

const compileThings = (q: string) => compileQuery(q, thingFields('looked_at'), findParameters + 1);
