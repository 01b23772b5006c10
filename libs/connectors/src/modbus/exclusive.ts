import { raceSignal } from '@trellis/connector-sdk';

/** For each key, a promise of the end of the work that began last. */
const lines = new Map<string, Promise<void>>();

/**
 * Waits until the work of this process under a key is done; returns a function that ends the own work. Many devices
 * accept one connection at a time. Rejects when the signal is aborted first.
 */
export async function enter(key: string, signal: AbortSignal): Promise<() => void> {
  const before = lines.get(key) ?? Promise.resolve();
  let leave = () => {};
  const own = new Promise<void>((resolve) => (leave = resolve));
  const line = before.then(() => own);
  lines.set(key, line);
  void line.then(() => {
    if (lines.get(key) === line) lines.delete(key);
  });
  try {
    await raceSignal(signal, before);
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}
