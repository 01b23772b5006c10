import type { ClientRow } from '../session.js';
import type { PollStore } from './store.js';

/**
 * How often it is made sure that units-service knows of a pause (ms), whatever another release has told it, and after
 * how long a client that was resumed is polled if the queue was away then.
 */
export const pausedIntervalMs = 5 * 60_000;

/**
 * Has units-service show the things of a client as those of one that is paused. What polls find that have begun
 * before is refused from then on. For the release before, the client cannot be reached.
 */
export async function tellPaused(
  store: Pick<PollStore, 'upsertThings'>,
  row: ClientRow,
  since: Date,
): Promise<void> {
  const status = { error: 'unavailable' as const, since: since.toISOString(), paused: true };
  await store.upsertThings(row, { things: [], vanished: [], status });
}
