import { setTimeout as pause } from 'node:timers/promises';

type Found<T> = Exclude<Awaited<T>, false | undefined | null>;

export interface WaitOptions {
  /** Timeout in milliseconds; generous by default, since a busy machine may be slow. */
  within?: number;
  /** Interval between two checks, in milliseconds. */
  every?: number;
  /** Name of the awaited fact in the error message. */
  what?: string;
}

/** Waits for a fact: until `look` returns something truthy, which becomes the result. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  { within = 60_000, every = 50, what = 'The awaited fact' }: WaitOptions = {},
): Promise<Found<T>> {
  const deadline = performance.now() + within;
  for (;;) {
    const found = await look();
    if (found) return found as Found<T>;
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${within} ms.`);
    await pause(every);
  }
}

/** Waits until `check` throws no error; fails with the error that it threw last. */
export async function eventually(
  check: () => void | Promise<void>,
  { within = 60_000, every = 50 }: Omit<WaitOptions, 'what'> = {},
): Promise<void> {
  const deadline = performance.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(every);
  }
}
