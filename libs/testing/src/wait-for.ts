import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a fact: until `look` gives something true, which it returns; throws after `within` ms. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  { within = 30_000, every = 50, what = 'what was waited for' } = {},
): Promise<Exclude<Awaited<T>, false | undefined | null>> {
  const end = Date.now() + within;
  for (;;) {
    const seen = await look();
    if (seen) return seen as Exclude<Awaited<T>, false | undefined | null>;
    if (Date.now() > end) throw new Error(`${what} did not come within ${within} ms.`);
    await pause(every);
  }
}
