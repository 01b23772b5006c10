import { Unavailable } from '../failure.js';
import type { Acquire } from '../limits.js';

/**
 * The outcome of a promise, unless the signal is aborted first; then it rejects with the reason of
 * the signal. For work that takes no signal, such as looking up a name: it goes on unobserved.
 */
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

/** Acquires the right to send a request, unless the signal is aborted first. */
export async function acquireInTime(
  { signal, acquire }: { signal: AbortSignal; acquire: Acquire },
  { host }: URL,
): Promise<void> {
  const late = () => new Unavailable(`There is no time left for ${host}.`, { sent: false });
  if (signal.aborted) throw late();
  await raceSignal(signal, acquire()).catch((error: unknown) => {
    throw signal.aborted && error === signal.reason ? late() : error;
  });
}
