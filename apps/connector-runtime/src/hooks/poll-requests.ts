import type { Scheduler } from '@trellis/messaging';

/** Polls clients ahead of their schedule, because something may have changed. */
export interface PollRequests {
  /** Polls a client now, or after the interval if it was just polled. Never waits and never throws. */
  add(client: string): void;
  /**
   * Polls a client several times in a minute, since a cloud may show for a while what was before a write. The minute
   * begins once the change should be complete, `transitionMs` from now. With `confirmAfterMs`, it is polled once, after
   * that time.
   */
  follow(client: string, after?: FollowAfter): void;
  /** Drops pending requests. */
  stop(): void;
}

interface FollowAfter {
  transitionMs?: number | null;
  confirmAfterMs?: number | undefined;
}

/** When a followed client is polled after a write (ms), before its targets become unconfirmed. */
const followAfterMs = [10_000, 30_000, 55_000];

interface Waiting {
  timer: NodeJS.Timeout;
  /** Whether another poll was requested meanwhile. */
  isRequested: boolean;
  /** Whether the client was polled, or the request retried. */
  hasRun: boolean;
}

/**
 * Limits requested polls of a client to one per `intervalMs`: a poll costs many requests, and vendors limit these. A
 * poll that is requested during another one follows it.
 */
export function createPollRequests(
  polls: Pick<Scheduler<{ client: string }>, 'runNow'>,
  { intervalMs, afterMs = followAfterMs }: { intervalMs: number; afterMs?: number[] },
): PollRequests {
  const waiting = new Map<string, Waiting>();
  const followed = new Map<string, NodeJS.Timeout[]>();

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

  function add(client: string): void {
    const wait = waiting.get(client);
    if (wait) wait.isRequested = true;
    else run(client);
  }

  return {
    add,
    follow(client, { transitionMs, confirmAfterMs } = {}) {
      followed.get(client)?.forEach((timer) => clearTimeout(timer));
      const times = confirmAfterMs === undefined ? afterMs : [confirmAfterMs];
      const pollsAfterMs = times.map((ms) => ms + (transitionMs ?? 0));
      const timers = pollsAfterMs.map((ms) => setTimeout(() => add(client), ms).unref());
      timers.push(setTimeout(() => followed.delete(client), Math.max(...pollsAfterMs)).unref());
      followed.set(client, timers);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      for (const timer of [...followed.values()].flat()) clearTimeout(timer);
      waiting.clear();
      followed.clear();
    },
  };
}
