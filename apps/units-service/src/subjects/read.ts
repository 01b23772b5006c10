import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { rowsInOrder } from '../batches/calls.js';
import { callerColumns } from '../batches/call-columns.js';
import { readSubjects } from './read.sql.js';

/** The maximum number of units, and of things, shown with a subject. */
const maxReferences = 1000;

/** Reads subjects with their units and things that the callers see. A subject sees another if it sees a unit of the other. */
export const readSubject: Handler<'subjects.read', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const ids = calls.map(({ input: { id } }) => (isPlainText(id) ? id : null));
  const rows = await query(pool, readSubjects, [ids, ...callerColumns(calls), maxReferences]);
  return rowsInOrder(calls, rows).map((row, index) => {
    const { caller, id } = calls[index]!.input;
    const isVisible = (units: string[]) =>
      caller.subject === undefined || caller.subject === id || units.length > 0;
    if (!row || !isVisible(row.units)) return new Problem('not_found', 'There is no such subject.');
    return { id, units: row.units, things: row.things };
  });
};
