import { hash } from 'node:crypto';

/** Longest delay of a Node.js timer; a longer one fires at once (ms). */
const maxTimerMs = 2 ** 31 - 1;

/** Returns a delay that a timer accepts. */
export const timerDelayMs = (delayMs: number): number => Math.min(Math.max(0, delayMs), maxTimerMs);

/** Returns the result of a promise; rejects when it takes longer than `timeoutMs`. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error(`No answer within ${timeoutMs} ms.`));
    timer = setTimeout(expire, timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Exponential backoff: the delay doubles with each failure in a row. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** Returns the delay after the `failures`-th failure in a row, counted from one (ms). */
export const backoffMs = ({ firstMs, maxMs }: Backoff, failures: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), maxMs);

/**
 * Returns the time until the next slot of an id in an interval (ms). A hash of the id chooses the slot, so
 * that work with the same interval is spread over it.
 */
export function untilSlotMs(id: string, intervalMs: number, now = Date.now()): number {
  const offsetMs = hash('sha256', id, 'buffer').readUInt32BE(0) % intervalMs;
  return intervalMs - ((now - offsetMs + intervalMs) % intervalMs);
}
