export interface BatchOptions {
  /** The most batches in flight at once. */
  maxInFlight: number;
  /** The most items in one batch. */
  maxItems: number;
}

/** Measured in `bench/`: two batches in flight keep both ends busy. */
export const defaultBatching: BatchOptions = { maxInFlight: 2, maxItems: 128 };

/**
 * Sends each item at once, except while the maximum number of batches is in flight: the items that
 * arrive then share the next batch. Under load this turns many small messages into few. Returns a function that adds
 * one item and resolves when its batch has been sent.
 */
export function batch<T>(
  send: (items: T[]) => Promise<unknown>,
  { maxInFlight, maxItems }: BatchOptions,
): (item: T) => Promise<void> {
  let waiting: { item: T; resolve: () => void; reject: (reason: unknown) => void }[] = [];
  let inFlight = 0;

  function sendNext(): void {
    if (inFlight >= maxInFlight || waiting.length === 0) return;
    const entries = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    inFlight += 1;
    send(entries.map(({ item }) => item))
      .then(
        () => entries.forEach(({ resolve }) => resolve()),
        (reason: unknown) => entries.forEach(({ reject }) => reject(reason)),
      )
      .finally(() => {
        inFlight -= 1;
        sendNext();
      });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      sendNext();
    });
}
