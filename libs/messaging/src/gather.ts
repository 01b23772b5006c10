/**
 * Sends what gathers while a sending is under way together, as the next one. Under load this turns
 * many small messages into few; at rest each goes out at once.
 */
export interface GatherOptions {
  /** Sendings under way at once. */
  inFlight: number;
  /** Items in one sending at the most. */
  most: number;
}

export type Send<T> = (items: T[]) => Promise<unknown>;

/** Returns a function that hands in one item and resolves when the sending it went with is done. */
export function gather<T>(
  send: Send<T>,
  { inFlight, most }: GatherOptions,
): (item: T) => Promise<void> {
  let waiting: { item: T; resolve: () => void; reject: (reason: unknown) => void }[] = [];
  let underWay = 0;

  function next(): void {
    if (underWay >= inFlight || waiting.length === 0) return;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    underWay += 1;
    send(batch.map(({ item }) => item))
      .then(
        () => batch.forEach(({ resolve }) => resolve()),
        (reason: unknown) => batch.forEach(({ reject }) => reject(reason)),
      )
      .finally(() => {
        underWay -= 1;
        next();
      });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      next();
    });
}
