import { FairQueue } from './fair-queue.js';

export interface BatchLimits {
  /** Number of batches in flight from which on further items wait. */
  maxInFlight: number;
  /** Age at which a batch counts as slow, and no longer as in flight (ms). */
  slowAfterMs: number;
  /** Most batches that may be slow at once. */
  maxSlow: number;
  /** Most items in a batch. */
  maxItems: number;
  /** Size at which a batch is full (bytes). It still includes the item that exceeds the limit. */
  maxBytes: number;
}

interface BatcherOptions<T> extends BatchLimits {
  sizeOf: (item: T) => number;
  /** Returns the owner of an item. When more items wait than fit a batch, owners are served round-robin. */
  ownerOf: (item: T) => string;
  /** Attributes each batch to the spans in which its items were added. */
  tracer?: { capture(): unknown; runFor<R>(captured: unknown[], work: () => R): R } | undefined;
}

interface Entry<T, Result> {
  item: T;
  /** The span in which the item was added. */
  cause: unknown;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (reason: unknown) => void;
}

/**
 * Returns a function that adds an item to the next batch and resolves to the result of that item. Items
 * that arrive together, or while `maxInFlight` batches are in flight, share a batch: under load, many small
 * messages become few. A slow batch delays no other. `send` resolves to one result, or a promise of it, per
 * item.
 */
export function createBatcher<T, Result>(
  send: (items: T[]) => Promise<readonly (Result | Promise<Result>)[]>,
  options: BatcherOptions<T>,
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
    const entries = nextBatch();
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

  /** Counts a batch as in flight, later as slow; returns the function that ends that. */
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

  function nextBatch(): Entry<T, Result>[] {
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
