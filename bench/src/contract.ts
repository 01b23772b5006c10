import { defineCalls } from '@trellis/contracts';
import { z } from 'zod';

/** The one call that is measured: reading a row. */
export const rowContract = {
  queue: 'bench',
  calls: defineCalls({
    read: {
      input: z.object({ id: z.number().int() }),
      output: z.object({ id: z.number(), name: z.string() }),
    },
  }),
};

export const rowCount = 10_000;
export const jwtSecret = 'a secret of the benchmark that is long enough';

/** Batching switched off: each call has a job of its own, and none waits for another. */
export const oneJobPerCall = { maxInFlight: 1_000_000, maxItems: 1 };
