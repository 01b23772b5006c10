import {
  isPlainText,
  patchAttributes,
  Problem,
  requireExpected,
  subjectVersion,
  type Handler,
} from '@trellis/contracts';
import {
  columnsOf,
  firstDeadline,
  inTransaction,
  pageRange,
  query,
  toPage,
} from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callerColumns, rowsInOrder } from '../batches/calls.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import {
  ensureSubjects,
  findSubjects,
  lockSubject,
  readSubjects,
  storeAttributes,
} from './subjects.sql.js';

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
    if (!row || !isVisible(row.units)) return noSuchSubject();
    const { units, things, attributes } = row;
    return { id, units, things, ...(attributes && { attributes }) };
  });
};

const noSuchSubject = () => new Problem('not_found', 'There is no such subject.');

/** Lists the subjects of the account; for a subject as caller, only itself. */
export const listSubjects: Handler<
  'subjects.list',
  { prisma: PrismaClient; pool: pg.Pool }
> = async ({ prisma, pool }, { caller: { developer, subject }, page, attributes }) => {
  const { after, take } = pageRange(page);
  if (attributes) {
    const values = [developer, subject ?? null, after, take, JSON.stringify(attributes)];
    return toPage(await query(pool, findSubjects, values), page, ({ id }) => id);
  }
  const rows = await prisma.subject.findMany({
    where: { developer, key: { gt: after }, ...(subject !== undefined && { id: subject }) },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
};

/** Changes the attributes of a subject of the account. */
export const updateSubject: Handler<'subjects.update', { pool: pg.Pool }> = async (
  { pool },
  { caller: { developer }, id, attributes: patch, expected, audit },
  deadline,
) => {
  if (!isPlainText(id)) throw noSuchSubject();
  return inTransaction(
    pool,
    async (db) => {
      const [row] = await query(db, lockSubject, [developer, id]);
      if (!row) throw noSuchSubject();
      requireExpected(subjectVersion({ attributes: row.attributes ?? undefined }), expected);
      const next = patch === undefined ? row.attributes : patchAttributes(row.attributes, patch);
      const stored = next && JSON.stringify(next);
      await query(db, storeAttributes, [developer, id, stored, entriesOf([{ input: { audit } }])]);
      return { version: subjectVersion({ attributes: next ?? undefined }) };
    },
    deadline,
  );
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
