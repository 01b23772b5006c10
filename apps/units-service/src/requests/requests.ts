import type { Handler, RequestState } from '@trellis/contracts';
import {
  boundedOutcomes,
  columnsOf,
  firstDeadline,
  purgeInBatches,
  query,
} from '@trellis/database';
import type pg from 'pg';
import { beginRequests, endRequests, purgeExpired, renewRequests } from './requests.sql.js';

/** Begins attempts to execute requests, one at a time for each request. */
export const beginRequest: Handler<'requests.begin', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const inputs = calls.map(({ input }) => input);
  const fingerprints = inputs.map(({ fingerprints }) => fingerprints.join(' '));
  const subjects = inputs.map(({ subject }) => subject ?? null);
  const values = [...columnsOf(inputs, 'developer', 'scope', 'attempt'), fingerprints, subjects];
  const rows = await query(pool, beginRequests, values, firstDeadline(calls));
  return boundedOutcomes(calls, rows, (row): RequestState => {
    const { state, seed, answer } = row!;
    if (state === 'begun') return { state, seed: seed! };
    return state === 'ended' ? { state, answer: answer! } : { state };
  });
};

/** Renews the leases of attempts that are in progress. */
export const renewRequest: Handler<'requests.renew', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const inputs = calls.map(({ input }) => input);
  await query(pool, renewRequests, columnsOf(inputs, 'developer', 'scope', 'attempt'));
  return calls.map(() => ({}));
};

/** Stores the answers of attempts, or releases their requests for new ones. */
export const endRequest: Handler<'requests.end', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const inputs = calls.map(({ input }) => input);
  await query(pool, endRequests, columnsOf(inputs, 'developer', 'scope', 'attempt', 'answer'));
  return calls.map(() => ({}));
};

export const purgeRequests = (pool: pg.Pool): Promise<void> =>
  purgeInBatches(1_000, async (most) => (await query(pool, purgeExpired, [most])).length);
