import type { Scheduler } from '@trellis/messaging';
import type { PollData } from '../polling/schedule.js';

/** Clients that are to be polled before it is time, because something may have changed. */
export interface PollRequests {
  /** Has a client polled now, or in a while if it just was; never waits and never throws. */
  add(client: string): void;
  /** Drops those that wait. */
  stop(): void;
}

interface Waiting {
  timer: NodeJS.Timeout;
  /** Whether it was requested since. */
  isRequested: boolean;
  /** Whether it was polled, or has been tried again. */
  hasRun: boolean;
}

/**
 * Polls at once, and then not before `intervalMs` have passed, however often it is requested: a poll costs many
 * requests, and the vendor allows only so many. One that is requested while another is under way comes after it.
 */
export function createPollRequests(
  polls: Pick<Scheduler<PollData>, 'runNow'>,
  { intervalMs }: { intervalMs: number },
): PollRequests {
  const waiting = new Map<string, Waiting>();

  function run(client: string, isRetry = false): void {
    const timer = setTimeout(() => next(client), intervalMs).unref();
    const wait: Waiting = { timer, isRequested: false, hasRun: true };
    waiting.set(client, wait);
    polls.runNow(client).then(
      (hasRun) => (wait.hasRun = hasRun || isRetry),
      () => (wait.hasRun = isRetry),
    );
  }

  function next(client: string): void {
    const { isRequested, hasRun } = waiting.get(client)!;
    waiting.delete(client);
    if (isRequested || !hasRun) run(client, !hasRun);
  }

  return {
    add(client) {
      const wait = waiting.get(client);
      if (wait) wait.isRequested = true;
      else run(client);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
