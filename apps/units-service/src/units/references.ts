import { isPlainText, Problem, type Handler, type Relation } from '@trellis/contracts';
import {
  boundedOutcomes,
  firstDeadline,
  inTransaction,
  query,
  queryBounded,
} from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { answerInGroups, callColumns, pageColumns, rowsInOrder, toId } from '../batches/calls.js';
import { toPageOfIds } from '../batches/page-of-ids.js';
import { noSuchReferenced, noSuchUnit } from '../visibility/rules.js';
import { addSubjects, addThings, listReferencesOf, removeReferencesOf } from './references.sql.js';

/** Lists the references of units that the callers see, in the order in which they were added. */
export const listReferences: Handler<'units.references', { pool: pg.Pool }> = ({ pool }, calls) =>
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

/** Links subjects to units, unless they are linked already. */
export const addSubject: Handler<'units.add_subject', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const added = calls.map(({ input }) => input.subject);
  const values = [...callColumns(calls), added, entriesOf(calls)];
  const rows = await query(pool, addSubjects, values, firstDeadline(calls));
  return rowsInOrder(calls, rows).map((row) => (row ? {} : noSuchUnit()));
};

/** Adds things to units, unless they are in them already. */
export const addThing: Handler<'units.add_thing', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const added = calls.map(({ input }) => toId(input.thing));
  const values = [...callColumns(calls), added, entriesOf(calls)];
  const rows = await query(pool, addThings, values, firstDeadline(calls));
  return rowsInOrder(calls, rows).map((row) => {
    if (!row) return noSuchUnit();
    return row.hasThing ? {} : noSuchReferenced('thing');
  });
};

/** Removes references of units; a link between units disappears from both. */
export const removeReference: Handler<'units.remove_reference', { pool: pg.Pool }> = (
  { pool },
  calls,
) => {
  const remove = (db: pg.PoolClient) =>
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
    );
  return inTransaction(pool, remove, firstDeadline(calls));
};

/** Returns the id of the other end, or null if it is malformed. */
function toOther(relation: Relation, other: string): string | null {
  if (relation !== 'subjects') return toId(other);
  return isPlainText(other) ? other : null;
}
