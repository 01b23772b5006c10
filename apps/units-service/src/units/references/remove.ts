import { isPlainText, Problem, type Handler, type Relation } from '@trellis/contracts';
import { firstDeadline, inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../../audit/record.js';
import { rowsInOrder } from '../../batches/calls.js';
import { answerInGroups } from '../../batches/groups.js';
import { callColumns, toId } from '../../batches/call-columns.js';
import { noSuchUnit } from '../../visibility/units.js';
import { removeReferencesOf } from './remove.sql.js';

/** Removes references of units; a link between units disappears from both. */
export const removeReference: Handler<'units.remove_reference', { pool: pg.Pool }> = async (
  { pool },
  calls,
) =>
  inTransaction(
    pool,
    (db) =>
      answerInGroups(
        calls,
        ({ input }) => input.relation,
        async (relation, calls) => {
          const others = calls.map(({ input }) => toOther(relation, input.other));
          const values = [...callColumns(calls), others, entriesOf(calls)];
          const rows = await query(db, removeReferencesOf[relation], values);
          return rowsInOrder(calls, rows).map((row) => {
            if (!row) return noSuchUnit();
            return row.removed ? {} : new Problem('not_found', 'The unit has no such reference.');
          });
        },
      ),
    firstDeadline(calls),
  );

/** Returns the id of the other end, or null if it is malformed. */
function toOther(relation: Relation, other: string): string | null {
  if (relation !== 'subjects') return toId(other);
  return isPlainText(other) ? other : null;
}
