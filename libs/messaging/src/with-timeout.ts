import { setTimeout as pause } from 'node:timers/promises';

/** The result of a promise, if it comes in time; rejects otherwise. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const waiting = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`No answer within ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    waiting.abort();
  }
}
