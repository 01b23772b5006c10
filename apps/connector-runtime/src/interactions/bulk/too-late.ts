import { Problem } from '@trellis/contracts';

/** The problem of what did not begin in time, as JSON. */
export const tooLate = JSON.stringify(
  new Problem('timeout', 'It did not come to its turn before the batch expired.').toData(),
);
