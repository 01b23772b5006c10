import type { HeardEntities } from '@trellis/connector-sdk';
import { Pending } from './pending.js';

interface HearingOptions {
  /** Stores what was heard. */
  publish(heard: HeardEntities): Promise<void>;
  /** Called when something could not be stored; returns whether to try it again. */
  onFailure(error: unknown): boolean;
  /** How long what is heard next is gathered after something was stored (ms). */
  intervalMs: number;
  /** The delay after a failure (ms). */
  retryMs(): number;
}

/** Stores what one listener hears, in order, and never more often than the interval. */
export interface Hearing {
  add(heard: HeardEntities): void;
  /** Stores what is left; resolves when that is done or has failed. */
  end(): Promise<void>;
}

export function createHearing({
  publish,
  onFailure,
  intervalMs,
  retryMs,
}: HearingOptions): Hearing {
  const pending = new Pending();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let hasEnded = false;

  async function store(): Promise<void> {
    const taken = pending.take();
    let delayMs = intervalMs;
    try {
      await publish(taken);
    } catch (error) {
      if (!onFailure(error)) return;
      pending.putBack(taken);
      delayMs = retryMs();
    }
    if (!hasEnded) timer = setTimeout(next, delayMs);
  }

  function next(): void {
    timer = undefined;
    if (pending.isEmpty || running) return;
    running = store().finally(() => (running = undefined));
  }

  return {
    add(heard) {
      pending.add(heard);
      // What is heard in one go is stored together.
      if (!timer && !running && !hasEnded) timer = setTimeout(next, 0);
    },
    async end() {
      hasEnded = true;
      clearTimeout(timer);
      await running;
      if (!pending.isEmpty) await publish(pending.take()).catch(onFailure);
    },
  };
}
