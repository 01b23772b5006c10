import type { Handler } from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { ensureSubjects } from './ensure.sql.js';

/** Adds subjects to their accounts, unless they exist. */
export const registerSubject: Handler<'subjects.register', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  await query(
    pool,
    ensureSubjects,
    [calls.map(({ input }) => input.developer), calls.map(({ input }) => input.subject)],
    firstDeadline(calls),
  );
  return calls.map(() => ({}));
};
