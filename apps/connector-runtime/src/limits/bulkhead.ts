import { setMaxListeners } from 'node:events';
import { Unavailable } from '@trellis/connector-sdk';
import pLimit from 'p-limit';

export interface BulkheadSize {
  /** How much work may be in its first `slowAfterMs` at once. */
  fastSlots: number;
  /** How much work may take longer than that at once. */
  slowSlots: number;
  /** How many slow slots one group may hold, so that it never fills them alone. */
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
   * it takes longer than `slowAfterMs`; without a free one it is aborted as `Unavailable`. Work for
   * what is failing needs a slow slot from the start, or is refused as {@link Overloaded}; work for
   * what is unknown takes one if it is free. Work that ignores its signal is abandoned.
   */
  run<T>(origin: WorkOrigin, work: Work<T>): Promise<T>;
}

export function createBulkhead(options: BulkheadOptions): Bulkhead {
  const inFastSlot = pLimit(options.fastSlots);
  const slowSlots = createSlots(options.slowSlots, options.slowSlotsPerGroup);
  const start = createStarter(options);

  /** Holds the fast slot until the work has ended or moved to a slow slot. */
  const runFast = <T>(group: string, work: Work<T>) =>
    inFastSlot(async () => {
      const { outcome, abort } = start(work);
      if (await endsWithin(outcome, options.slowAfterMs)) return { outcome };
      if (slowSlots.acquire(group)) {
        return { outcome: outcome.finally(() => slowSlots.release(group)) };
      }
      abort(new Unavailable('The remote technology is slow, and so are too many others.'));
      return { outcome };
    });

  return {
    async run({ group, health }, work) {
      if (health !== 'healthy' && slowSlots.acquire(group)) {
        return start(work).outcome.finally(() => slowSlots.release(group));
      }
      if (health === 'failing') throw new Overloaded('Too many remote technologies are slow.');
      const { outcome } = await runFast(group, work);
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

/** Slots of which one group may hold only some. */
function createSlots(total: number, perGroup: number) {
  const heldByGroup = new Map<string, number>();
  let held = 0;
  return {
    acquire(group: string): boolean {
      const ofGroup = heldByGroup.get(group) ?? 0;
      if (held >= total || ofGroup >= perGroup) return false;
      held += 1;
      heldByGroup.set(group, ofGroup + 1);
      return true;
    },
    release(group: string): void {
      const ofGroup = heldByGroup.get(group)! - 1;
      held -= 1;
      if (ofGroup === 0) heldByGroup.delete(group);
      else heldByGroup.set(group, ofGroup);
    },
  };
}

/** Whether a promise settles within a time, either way. */
function endsWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const end = () => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(end, end);
  });
}
