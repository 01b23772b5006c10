import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Unavailable } from '@trellis/connector-sdk';
import { createCounts, createRoundRobin } from '@trellis/platform/concurrency';
import type { Client } from '../generated/prisma/client.js';

export interface BulkheadSize {
  /** How much work may be in its first `slowAfterMs` at once. */
  fastSlots: number;
  /** How much work may take longer than that at once. */
  slowSlots: number;
  /** How many slow slots the work of one developer may hold, so that it never fills them alone. */
  slowSlotsPerDeveloper: number;
  /** How many of these one group of a developer's work may hold. */
  slowSlotsPerGroup: number;
  /** How long work may hold a fast slot. */
  slowAfterMs: number;
}

export interface BulkheadOptions extends BulkheadSize {
  /** How long work may take altogether, from when it begins. */
  timeoutMs: number;
  /** Aborts all work. */
  stopping: AbortSignal;
}

/** Whose work it is, and what is known about the remote technology. */
export interface WorkOrigin {
  /** Takes turns with others for fast slots, and holds a share of the slow ones. */
  developer: string;
  /** Shares the slow slots of its group, such as the clients of one instance. */
  group: string;
  /** `failing` after a request that failed, until one succeeds; `unknown` before the first one. */
  health: 'healthy' | 'failing' | 'unknown';
}

/** There was no slow slot left; nothing was requested from the remote technology. */
export class Overloaded extends Error {}

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** Keeps slow remote technologies from holding up fast ones within one process. */
export interface Bulkhead {
  /**
   * Runs work that uses a remote technology. It waits for a fast slot, and moves to a slow slot when
   * it takes longer than `slowAfterMs`, unless this process itself was too busy; without a free one it
   * is aborted as `Unavailable`. Work for what is failing needs a slow slot from the start, or is refused
   * as {@link Overloaded}; work for what is unknown takes one if it is free. Work that ignores its signal
   * is abandoned.
   */
  run<T>(origin: WorkOrigin, work: Work<T>): Promise<T>;
}

export function createBulkhead(options: BulkheadOptions): Bulkhead {
  const fastSlots = createRoundRobin({ slots: options.fastSlots });
  const slowSlots = createSlots(options);
  const start = createStarter(options);

  /** Holds the fast slot until the work has ended or moved to a slow slot. */
  const runFast = async <T>(origin: WorkOrigin, work: Work<T>) => {
    const release = await fastSlots.acquire(origin.developer);
    try {
      const { outcome, abort } = start(work);
      if (await endsFast(outcome, options.slowAfterMs)) return { outcome };
      if (slowSlots.acquire(origin)) {
        return { outcome: outcome.finally(() => slowSlots.release(origin)) };
      }
      abort(new Unavailable('The remote technology is slow, and so are too many others.'));
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
 * Starts work with a signal that ends it in time. Not by `AbortSignal.any`: under Node 20 it leaks
 * memory with every signal that is derived from a long-lived one.
 */
function createStarter({ timeoutMs, stopping }: BulkheadOptions) {
  const running = new Set<(reason: Error) => void>();
  const stop = () => {
    for (const abort of running) abort(new Unavailable('The service is stopping.'));
  };
  stopping.addEventListener('abort', stop, { once: true });

  return <T>(work: Work<T>): { outcome: Promise<T>; abort(reason: Error): void } => {
    const controller = new AbortController();
    // Each request of a poll listens, and a connector may have many under way.
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
      () => abort(new Unavailable('The remote technology did not answer in time.')),
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

/** Slots of which one developer, and one group of a developer's work, may hold only some. */
function createSlots({
  slowSlots: total,
  slowSlotsPerDeveloper: perDeveloper,
  slowSlotsPerGroup: perGroup,
}: BulkheadSize) {
  const ofDevelopers = createCounts();
  const ofGroups = createCounts();
  let held = 0;
  return {
    acquire({ developer, group }: Holder): boolean {
      const isFull =
        held >= total ||
        ofDevelopers.of(developer) >= perDeveloper ||
        ofGroups.of(group) >= perGroup;
      if (isFull) return false;
      held += 1;
      ofDevelopers.add(developer, 1);
      ofGroups.add(group, 1);
      return true;
    },
    release({ developer, group }: Holder): void {
      held -= 1;
      ofDevelopers.add(developer, -1);
      ofGroups.add(group, -1);
    },
  };
}

/** The share of a time in which this process was busy from which on it has held up the work itself. */
const busyShare = 0.9;

/**
 * Whether work ends before it counts as slow. A remote technology is not blamed for a time in which this
 * process hardly came to read its answers: that time is granted once more.
 */
async function endsFast(work: Promise<unknown>, ms: number): Promise<boolean> {
  for (;;) {
    const before = performance.eventLoopUtilization();
    if (await endsWithin(work, ms)) return true;
    if (performance.eventLoopUtilization(before).utilization < busyShare) return false;
  }
}

/** Whether a promise settles within a time, either way. */
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
