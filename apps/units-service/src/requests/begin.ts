import type { Handler, RequestState } from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { beginRequests } from './requests.sql.js';

/** Begins attempts to carry out requests, each at most once at a time. */
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
  const states: RequestState[] = [];
  for (const { position, state, seed, answer } of rows) {
    if (state === 'begun') states[position - 1] = { state, seed: seed! };
    else if (state === 'ended') states[position - 1] = { state, answer: answer! };
    else states[position - 1] = { state };
  }
  return states;
};
