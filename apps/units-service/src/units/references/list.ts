import type { Handler } from '@trellis/contracts';
import { boundedOutcomes, queryBounded } from '@trellis/database';
import type pg from 'pg';
import { answerInGroups } from '../../batches/groups.js';
import { toPageOfIds } from '../../batches/page-of-ids.js';
import { callColumns, pageColumns } from '../../batches/call-columns.js';
import { noSuchUnit } from '../../visibility/units.js';
import { listReferencesOf } from './list.sql.js';

/** Lists the references of units that the callers see, in the order in which they were added. */
export const listReferences: Handler<'units.references', { pool: pg.Pool }> = async (
  { pool },
  calls,
) =>
  answerInGroups(
    calls,
    ({ input }) => input.relation,
    async (relation, calls) => {
      const values = [...callColumns(calls), ...pageColumns(calls)];
      const rows = await queryBounded(pool, listReferencesOf[relation], calls, values);
      return boundedOutcomes(calls, rows, (row, { page }) =>
        row ? toPageOfIds(row, page) : noSuchUnit(),
      );
    },
  );
