import type { Handler } from '@trellis/contracts';
import { query, type BoundedRow } from '@trellis/database';
import type pg from 'pg';
import type { Traversals } from '../database/traversals.js';
import { compileQuery } from '../query/compile.js';
import { thingFields } from './fields.js';
import { timeoutIfQueryCancelled } from '../query/timeout.js';
import { toShortPageOfIds, type PageOfIdsRow } from '../sets/page-of-ids.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import { findParameters, toFindColumns, wayTo } from './find.js';
import { findSql } from './find.sql.js';

/** The ids of the things that meet an expression and conditions, in the order of their creation. */
export const queryThings: Handler<'things.query', { traversals: Traversals }> = (
  { traversals },
  { q, ...input },
  { expiresAt },
) => {
  const way = wayTo(input);
  const condition = compileQuery(q, thingFields('looked_at'), findParameters + 1);
  async function readPage(db: pg.PoolClient) {
    // Without a name it is planned for its parameters.
    const statement = { name: '', text: findSql(way, condition.sql) };
    const values = [...toFindColumns([input]), ...condition.values];
    const [row] = await query<PageOfIdsRow & BoundedRow>(db, statement, values);
    if (!row) throw noSuchUnitInQuery('in');
    return toShortPageOfIds(row, input.page);
  }
  const { developer } = input.caller;
  return timeoutIfQueryCancelled(traversals({ developer, expiresAt }, readPage));
};
