import type { Handler, Page, PageOfIds } from '@trellis/contracts';
import { query, type BoundedRow } from '@trellis/database';
import type pg from 'pg';
import type { Traversals } from '../database/traversals.js';
import { compileQuery, noCondition } from '../query/compile.js';
import { thingFields } from './fields.js';
import { timeoutIfQueryCancelled } from '../query/timeout.js';
import { toShortPageOfIds, type PageOfIdsRow } from '../batches/page-of-ids.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import { findParameters, toFindColumns, accessPathFor } from './find.js';
import { findSql, maxScanned } from './find.sql.js';

/** The number of things that one statement scans. */
const chunk = 500;
/** The time after which a page ends, even if it is short (ms). */
const maxMs = 1_000;

/** Finds things that meet an expression and conditions, in order of creation. */
export const queryThings: Handler<'things.query', { traversals: Traversals }> = (
  { traversals },
  { q, ...input },
  { expiresAt },
) => {
  const path = accessPathFor(input);
  const { sql, values } = q === undefined ? noCondition : compileThings(q);
  // A statement without a name is planned for its parameters.
  const statement = { name: '', text: findSql(path, { condition: sql, scanned: chunk }) };
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
    for (let scanned = chunk; ; scanned += chunk) {
      const part = await readPart(db, page);
      items.push(...part.items);
      page.limit -= part.items.length;
      page.cursor = part.next;
      const isOver = page.limit === 0 || scanned >= maxScanned || Date.now() >= endsAt;
      if (part.next === undefined || isOver) return { items, next: part.next };
    }
  }
  const { developer } = input.caller;
  return timeoutIfQueryCancelled(traversals({ developer, expiresAt }, readPage));
};

const compileThings = (q: string) => compileQuery(q, thingFields('candidate'), findParameters + 1);
