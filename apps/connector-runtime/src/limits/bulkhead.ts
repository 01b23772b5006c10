import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Unavailable } from '@trellis/connector-sdk';
import { createCounts, createRoundRobin } from '@trellis/platform/concurrency';
import type { Client } from '../generated/prisma/client.js';

export interface BulkheadSize {
  /** The most concurrent work in its first `slowAfterMs`. */
  fastSlots: number;
  /** The most concurrent work that takes longer. */
  slowSlots: number;
  /** The most slow slots that one developer may hold. */
  slowSlotsPerDeveloper: number;
  /** The most slow slots that one group of a developer may hold. */
  slowSlotsPerGroup: number;
  /** How long work may hold a fast slot. */
  slowAfterMs: number;
}

export interface BulkheadOptions extends BulkheadSize {
  /** How long work may take in total. */
  timeoutMs: number;
  /** Aborts all work. */
  stopping: AbortSignal;
}

/** The owner of work, and the health of the remote technology. */
export interface WorkOrigin {
  /** Fast slots alternate between developers; each may hold a share of the slow ones. */
  developer: string;
  /** A group that shares slow slots, such as the clients of one instance. */
  group: string;
  /** `failing` from a failed request until one succeeds; `unknown` before the first. */
  health: 'healthy' | 'failing' | 'unknown';
}

/** No slow slot was free; the remote technology was not contacted. */
export class Overloaded extends Error {}

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** Prevents slow remote technologies from delaying fast ones within one process. */
export interface Bulkhead {
  /**
   * Runs work that uses a remote technology. It waits for a fast slot, and moves to a slow slot when it takes longer than
   * `slowAfterMs`, unless this process itself was too busy. Without a free slow slot it is aborted as `Unavailable`.
   * Work for a failing technology needs a slow slot from the start, or is refused as {@link Overloaded}; for an unknown
   * one it uses a slow slot if one is free. Work that ignores its signal is abandoned.
   */
  run<T>(origin: WorkOrigin, work: Work<T>): Promise<T>;
}

export function createBulkhead(options: BulkheadOptions): Bulkhead {
  const fastSlots = createRoundRobin({ slots: options.fastSlots });
  const slowSlots = createSlots(options);
  const start = createStarter(options);

  /** Runs work in a fast slot until it ends or moves to a slow slot. */
  const runFast = async <T>(origin: WorkOrigin, work: Work<T>) => {
    const release = await fastSlots.acquire(origin.developer);
    try {
      const { outcome, abort } = start(work);
      if (await endsFast(outcome, options.slowAfterMs)) return { outcome };
      if (slowSlots.acquire(origin)) {
        return { outcome: outcome.finally(() => slowSlots.release(origin)) };
      }
      abort(
        new Unavailable('The remote technology is slow, and so are too many others.', {
          cause: 'poll_timeout',
        }),
      );
      return { outcome };
    } finally {
      release();
    }
  };

  return {
    async run(origin, work) {
      const { health } = origin;
      if (health !== 'healthy' && slowSlots.acquire(origin)) {
        return start(work).outcome.finally(() => slowSlots.release(origin));
      }
      if (health === 'failing') throw new Overloaded('Too many remote technologies are slow.');
      const { outcome } = await runFast(origin, work);
      return outcome;
    },
  };
}

/**
 * Starts work with a signal that ends it in time. `AbortSignal.any` cannot be used: under Node 20 it leaks memory with
 * every signal that is derived from a long-lived one.
 */
function createStarter({ timeoutMs, stopping }: BulkheadOptions) {
  const running = new Set<(reason: Error) => void>();
  const stop = () => {
    for (const abort of running)
      abort(new Unavailable('The service is stopping.', { cause: 'interrupted' }));
  };
  stopping.addEventListener('abort', stop, { once: true });

  return <T>(work: Work<T>): { outcome: Promise<T>; abort(reason: Error): void } => {
    const controller = new AbortController();
    // Each request of a poll adds a listener, and a connector may have many requests.
    setMaxListeners(0, controller.signal);
    let resolve: (result: T) => void = () => undefined;
    let reject: (reason: unknown) => void = () => undefined;
    const ended = new Promise<T>((...settle) => ([resolve, reject] = settle));
    const abort = (reason: Error) => {
      controller.abort(reason);
      reject(reason);
    };
    running.add(abort);
    if (stopping.aborted) stop();
    const begin = async () => work(controller.signal);
    begin().then(resolve, reject);
    const timer = setTimeout(
      () =>
        abort(
          new Unavailable('The remote technology did not answer in time.', {
            cause: 'poll_timeout',
          }),
        ),
      timeoutMs,
    );
    const outcome = ended.finally(() => {
      clearTimeout(timer);
      running.delete(abort);
    });
    return { outcome, abort };
  };
}

type Holder = Pick<WorkOrigin, 'developer' | 'group'>;

/** Creates slots. A developer, and a group of a developer, may use only some of them. */
function createSlots({
  slowSlots: total,
  slowSlotsPerDeveloper: perDeveloper,
  slowSlotsPerGroup: perGroup,
}: BulkheadSize) {
  const ofDevelopers = createCounts();
  const ofGroups = createCounts();
  let acquired = 0;
  return {
    acquire({ developer, group }: Holder): boolean {
      const isFull =
        acquired >= total ||
        ofDevelopers.of(developer) >= perDeveloper ||
        ofGroups.of(group) >= perGroup;
      if (isFull) return false;
      acquired += 1;
      ofDevelopers.add(developer, 1);
      ofGroups.add(group, 1);
      return true;
    },
    release({ developer, group }: Holder): void {
      acquired -= 1;
      ofDevelopers.add(developer, -1);
      ofGroups.add(group, -1);
    },
  };
}

/** Event-loop utilisation above which a slow poll is blamed on this process, not on the device. */
const busyUtilization = 0.9;

/**
 * Returns whether work ends before it counts as slow. Time in which this process was too busy to read responses does
 * not count.
 */
async function endsFast(work: Promise<unknown>, ms: number): Promise<boolean> {
  for (;;) {
    const before = performance.eventLoopUtilization();
    if (await endsWithin(work, ms)) return true;
    if (performance.eventLoopUtilization(before).utilization < busyUtilization) return false;
  }
}

/** Returns whether a promise settles within a time (ms), either way. */
export function endsWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const end = () => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(end, end);
  });
}

/** Returns the health of a client's remote technology. Any failed poll counts, whatever the reason. */
export function healthOf({
  failures,
  status,
}: Pick<Client, 'failures' | 'status'>): WorkOrigin['health'] {
  if (failures > 0) return 'failing';
  return status === 'STARTED' ? 'healthy' : 'unknown';
}
