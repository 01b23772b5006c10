import { Problem } from '@trellis/contracts';

/** The problem of parts that expired, as JSON. */
export const tooLate = JSON.stringify(
  new Problem('timeout', 'It did not come to its turn before the batch expired.').toData(),
);
