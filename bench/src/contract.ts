import { defineContract } from '@trellis/contracts';
import { z } from 'zod';

/** The one call that is measured: reading a row. */
export const rowContract = defineContract({
  queue: 'bench',
  calls: {
    read: {
      input: z.object({ id: z.number().int() }),
      output: z.object({ id: z.number(), name: z.string() }),
      problems: [],
    },
  },
});

export const rows = 10_000;
export const secret = 'a secret of the benchmark that is long enough';

/** How calls share jobs when they do not: each has its own, and none waits for another. */
export const oneJobACall = { inFlight: 1_000_000, most: 1 };
