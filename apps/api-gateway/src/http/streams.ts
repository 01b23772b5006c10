import { Problem } from '@trellis/contracts';

/** The event streams that are open at this gateway. */
export interface StreamRegistry {
  /**
   * Registers a stream of a developer. Its signal is aborted at `expiresAt` (seconds since the epoch),
   * by `end`, or when the gateway stops. Throws `rate_limited` when the developer has too many.
   */
  open(owner: { developer: string; expiresAt: number }): { signal: AbortSignal; end(): void };
  /** How many are open. */
  count(): number;
  /** Ends all streams. */
  close(): void;
}

/** The longest delay of a timer in Node.js (ms). */
const maxTimerMs = 2 ** 31 - 1;

export function createStreamRegistry({
  maxPerDeveloper,
}: {
  maxPerDeveloper: number;
}): StreamRegistry {
  const open = new Map<AbortController, string>();
  return {
    open({ developer, expiresAt }) {
      const count = [...open.values()].filter((other) => other === developer).length;
      if (count >= maxPerDeveloper) {
        throw new Problem('rate_limited', `More than ${maxPerDeveloper} streams are open.`, {
          retry_after: 30,
        });
      }
      const controller = new AbortController();
      const remainingMs = Math.min(expiresAt * 1000 - Date.now(), maxTimerMs);
      const timer = setTimeout(() => controller.abort(), remainingMs).unref();
      open.set(controller, developer);
      const end = () => {
        clearTimeout(timer);
        open.delete(controller);
        controller.abort();
      };
      return { signal: controller.signal, end };
    },
    count: () => open.size,
    close() {
      for (const controller of open.keys()) controller.abort();
    },
  };
}
