import type { ActivityCounter } from '../accounts/count-activity.js';

/** Counts nothing. */
export const uncounted: ActivityCounter = {
  addPoll: () => undefined,
  addChanges: () => undefined,
};
