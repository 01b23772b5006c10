import type { ActivityCounter } from '../activity/count.js';

/** Counts nothing. */
export const uncounted: ActivityCounter = {
  addPoll: () => undefined,
  addChanges: () => undefined,
};
