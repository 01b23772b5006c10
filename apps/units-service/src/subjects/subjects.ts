import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import { columnsOf, firstDeadline, pageRange, query, toPage } from '@trellis/database';
import type pg from 'pg';
import { callerColumns, rowsInOrder } from '../batches/calls.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { ensureSubjects, readSubjects } from './subjects.sql.js';

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

/** Lists the subjects of the account; for a subject as caller, only itself. */
export const listSubjects: Handler<'subjects.list', { prisma: PrismaClient }> = async (
  { prisma },
  { caller: { developer, subject }, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await prisma.subject.findMany({
    where: { developer, key: { gt: after }, ...(subject !== undefined && { id: subject }) },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
};

/** Adds subjects to their accounts, unless they exist. */
export const registerSubject: Handler<'subjects.register', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const columns = columnsOf(
    calls.map(({ input }) => input),
    'developer',
    'subject',
  );
  await query(pool, ensureSubjects, columns, firstDeadline(calls));
  return calls.map(() => ({}));
};
