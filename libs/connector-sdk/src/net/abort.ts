import { Unavailable } from '../failure.js';
import type { Acquire } from '../limits.js';
import { shownAddress } from './url.js';

/** Returns the outcome of a promise; rejects when the signal is aborted first, and the work goes on unobserved. */
export async function raceSignal<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Acquires a permit for a request. Throws `Unavailable` when the signal is aborted first. */
export async function acquireInTime(
  { signal, acquire }: { signal: AbortSignal; acquire: Acquire },
  url: URL,
): Promise<void> {
  const late = () =>
    new Unavailable(`There is no time left for ${url.host}.`, {
      sent: false,
      cause: 'poll_timeout',
      address: shownAddress(url),
    });
  if (signal.aborted) throw late();
  await raceSignal(signal, acquire()).catch((error: unknown) => {
    throw signal.aborted && error === signal.reason ? late() : error;
  });
}
