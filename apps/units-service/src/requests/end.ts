import type { Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { endRequests } from './requests.sql.js';

/** Stores the answers of attempts, or releases their requests for new ones. */
export const endRequest: Handler<'requests.end', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const inputs = calls.map(({ input }) => input);
  await query(pool, endRequests, [
    inputs.map(({ developer }) => developer),
    inputs.map(({ scope }) => scope),
    inputs.map(({ attempt }) => attempt),
    inputs.map(({ answer }) => answer ?? null),
  ]);
  return calls.map(() => ({}));
};
