import { setTimeout as pause } from 'node:timers/promises';
import { answerTimeoutMs } from '@trellis/contracts';
import { timerDelayMs } from '@trellis/platform/concurrency';

/** The instant by which a request must have its answer. */
export interface Deadline {
  remainingMs(): number;
  /** Waits for a promise that never rejects, but no longer than that. */
  wait(promise: Promise<unknown>): Promise<void>;
}

/** How long the calls of a request may take together (ms); then there is still time for its audit entry. */
export const requestTimeoutMs = answerTimeoutMs - 750;

/** Creates a deadline so many milliseconds from now, which may be infinite. */
export function createDeadline(afterMs: number): Deadline {
  const endsAt = performance.now() + afterMs;
  const remainingMs = () => endsAt - performance.now();
  return {
    remainingMs,
    async wait(promise) {
      const waiting = new AbortController();
      const { signal } = waiting;
      const timeoutMs = timerDelayMs(remainingMs());
      const end = pause(timeoutMs, undefined, { signal }).catch(() => undefined);
      await Promise.race([promise, end]);
      waiting.abort();
    },
  };
}
