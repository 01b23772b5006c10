export interface BatchOptions {
  /** How many batches may be under way at once. */
  maxInFlight: number;
  /** The most items in one batch. */
  maxItems: number;
}

/**
 * Sends the items that arrive while a batch is under way together, as the next batch. Under load this
 * turns many small messages into few; at rest each item is sent at once. Returns a function that adds
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
