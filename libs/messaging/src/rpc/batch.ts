import { FairQueue } from '../fairness/fair-queue.js';
import type { Tracer } from '../tracer.js';

export interface BatchOptions<T> {
  /** How many batches in flight make further items wait. */
  maxInFlight: number;
  /** After this time a batch makes nobody wait any more (ms). */
  slowAfterMs: number;
  /** The most batches that may be slow at once. */
  maxSlow: number;
  /** The most items in one batch. */
  maxItems: number;
  /** The size at which a batch is full (bytes); the item that exceeds it is still part of it. */
  maxBytes: number;
  sizeOf: (item: T) => number;
  /** Whose item it is: when more wait than a batch holds, those of each owner take turns. */
  ownerOf: (item: T) => string;
  /** Has `send` run for all that its items were added for; without it, it may seem to run for one of them. */
  tracer?: Pick<Tracer, 'capture' | 'runFor'> | undefined;
}

/** Limits of batches, measured in `bench/`: two in flight keep both ends busy. */
export const batchLimits = {
  maxInFlight: 2,
  slowAfterMs: 100,
  maxSlow: 14,
  maxItems: 128,
  maxBytes: 512 * 1024,
};

interface Entry<T, Result> {
  item: T;
  /** What it was added for. */
  cause: unknown;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (reason: unknown) => void;
}

/**
 * Sends the items that arrive together in one batch; those that arrive while the maximum number of
 * batches is in flight share the next one. Under load this turns many small messages into few. A batch
 * that is slow delays nobody but itself. `send` resolves to one result per item, or a promise of it.
 * Returns a function that adds one item and resolves to its result.
 */
export function batch<T, Result>(
  send: (items: T[]) => Promise<readonly (Result | Promise<Result>)[]>,
  options: BatchOptions<T>,
): (item: T) => Promise<Result> {
  const { maxInFlight, slowAfterMs, maxSlow, maxItems, maxBytes, sizeOf, ownerOf, tracer } =
    options;
  const waiting = new FairQueue<Entry<T, Result>>();
  let inFlight = 0;
  let slow = 0;
  let isDue = false;

  function sendSoon(): void {
    if (isDue || inFlight >= maxInFlight || waiting.isEmpty) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      sendNext();
    });
  }

  function sendNext(): void {
    if (inFlight >= maxInFlight || waiting.isEmpty) return;
    const entries = takeBatch();
    const leave = enter();
    sendEntries(entries)
      .then(
        (results) => entries.forEach(({ resolve }, index) => resolve(results[index]!)),
        (reason: unknown) => entries.forEach(({ reject }) => reject(reason)),
      )
      .finally(() => {
        leave();
        sendNext();
      });
    sendSoon();
  }

  function sendEntries(entries: Entry<T, Result>[]) {
    const sending = () => send(entries.map(({ item }) => item));
    if (!tracer) return sending();
    const causes = entries.map(({ cause }) => cause);
    return tracer.runFor(causes, sending);
  }

  /** Counts a batch as in flight, and as slow when it takes long; returns what ends that. */
  function enter(): () => void {
    let isSlow = false;
    inFlight += 1;
    const timer = setInterval(() => {
      if (slow >= maxSlow) return;
      clearInterval(timer);
      isSlow = true;
      slow += 1;
      inFlight -= 1;
      sendNext();
    }, slowAfterMs);
    timer.unref();
    return () => {
      clearInterval(timer);
      if (isSlow) slow -= 1;
      else inFlight -= 1;
    };
  }

  function takeBatch(): Entry<T, Result>[] {
    const entries: Entry<T, Result>[] = [];
    let bytes = 0;
    while (!waiting.isEmpty && entries.length < maxItems && bytes < maxBytes) {
      const entry = waiting.shift()!;
      bytes += sizeOf(entry.item);
      entries.push(entry);
    }
    return entries;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push(ownerOf(item), { item, cause: tracer?.capture(), resolve, reject });
      sendSoon();
    });
}
