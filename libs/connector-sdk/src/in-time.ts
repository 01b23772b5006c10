import { Unavailable } from './failure.js';
import type { Acquire } from './limits.js';

/** Not everything that is waited for minds the signal: looking up a name does not. */
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

/** Takes leave for a request, unless the time is up before it is given. */
export async function takeLeave(
  { signal, acquire }: { signal: AbortSignal; acquire: Acquire },
  { host }: URL,
): Promise<void> {
  const late = () => new Unavailable(`There is no time left for ${host}.`, { sent: false });
  if (signal.aborted) throw late();
  await raceSignal(signal, acquire()).catch((error: unknown) => {
    throw signal.aborted && error === signal.reason ? late() : error;
  });
}
