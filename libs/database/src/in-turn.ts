import { createRoundRobin } from '@trellis/platform/concurrency';
import type { Deadline } from './deadline.js';

/** How many writes with the same lock may wait for their turn. */
const maxWaiting = 256;

const slots = createRoundRobin({
  slots: Infinity,
  slotsPerOwner: 1,
  maxWaitingPerOwner: maxWaiting,
});

/**
 * Writes once all earlier writes of this process with the same lock have ended. They wait here instead of on connections,
 * of which those that wait for each other would hold all. Throws `rate_limited` when too many wait, and `timeout` at the
 * deadline.
 */
export async function inTurn<T>(
  lock: string,
  deadline: Deadline,
  write: () => Promise<T>,
): Promise<T> {
  const release = await slots.acquire(lock, deadline);
  try {
    return await write();
  } finally {
    release();
  }
}
