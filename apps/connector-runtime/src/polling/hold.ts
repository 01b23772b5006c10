import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';

interface HoldOptions {
  /** How much work may be held at once. */
  maxHeld: number;
  /** How long it is held at most (ms). */
  maxMs: number;
  /** Aborted when the service stops: from then on nothing is repeated. */
  stopping: AbortSignal;
}

/**
 * Does work, again and again while the database or another service is away, so that nothing has to be fetched
 * a second time from a remote technology. The work is told whether it is repeated. Rejects as the work did
 * last, when it was held for long enough.
 */
export type Hold = <T>(work: (isRepeated: boolean) => Promise<T>) => Promise<T>;

/** Pause between two attempts (ms), spread, so that not all come at once when what was away is back. */
const retryMs = () => 250 + Math.random() * 500;

/** Creates what holds the polls of a process. */
export function createHold({ maxHeld, maxMs, stopping }: HoldOptions): Hold {
  let held = 0;

  async function repeat<T>(work: (isRepeated: boolean) => Promise<T>): Promise<T> {
    const until = performance.now() + maxMs;
    for (;;) {
      await pause(retryMs());
      try {
        return await work(true);
      } catch (error) {
        if (!isAway(error) || stopping.aborted || performance.now() >= until) throw error;
      }
    }
  }

  return async (work) => {
    try {
      return await work(false);
    } catch (error) {
      if (!isAway(error) || stopping.aborted || held >= maxHeld) throw error;
    }
    held += 1;
    try {
      return await repeat(work);
    } finally {
      held -= 1;
    }
  };
}

/** Whether something that we depend on is away, or does not answer in time. */
const isAway = (error: unknown): boolean =>
  error instanceof Problem
    ? error.code === 'unavailable' || error.code === 'timeout'
    : databaseProblem(error) !== undefined;
