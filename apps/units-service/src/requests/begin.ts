import type { Handler, RequestState } from '@trellis/contracts';
import { boundedOutcomes, firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { beginRequests } from './requests.sql.js';

/** Begins attempts to execute requests, one at a time for each request. */
export const beginRequest: Handler<'requests.begin', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const inputs = calls.map(({ input }) => input);
  const rows = await query(
    pool,
    beginRequests,
    [
      inputs.map(({ developer }) => developer),
      inputs.map(({ scope }) => scope),
      inputs.map(({ attempt }) => attempt),
      inputs.map(({ fingerprints }) => fingerprints.join(' ')),
    ],
    firstDeadline(calls),
  );
  return boundedOutcomes(calls, rows, (row): RequestState => {
    const { state, seed, answer } = row!;
    if (state === 'begun') return { state, seed: seed! };
    return state === 'ended' ? { state, answer: answer! } : { state };
  });
};
