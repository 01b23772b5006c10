import { Problem } from '@trellis/contracts';
import { timerDelayMs } from '@trellis/platform/concurrency';
import type { Bearer } from './bearer.js';

type StreamOwner = Pick<Bearer, 'developer' | 'subject' | 'expiresAt'>;

/** The event streams that are open at this gateway. */
export interface StreamRegistry {
  /**
   * Registers a stream of a developer, or of a subject to which the access token is bound. Its signal is aborted
   * at `expiresAt` (seconds since the epoch), by `end`, or when the gateway stops. Throws `rate_limited` when
   * either has too many.
   */
  open(owner: StreamOwner): { signal: AbortSignal; end(): void };
  /** How many are open. */
  count(): number;
  /** Ends all streams. */
  close(): void;
}

/** The most streams of a subject whose access tokens are bound to it: a few pages of a browser. */
const maxPerSubject = 20;

export function createStreamRegistry({
  maxPerDeveloper,
}: {
  maxPerDeveloper: number;
}): StreamRegistry {
  const open = new Map<AbortController, StreamOwner>();
  return {
    open(owner) {
      const { developer, subject, expiresAt } = owner;
      const others = [...open.values()].filter((other) => other.developer === developer);
      requireRoom(others, maxPerDeveloper);
      if (subject !== undefined) {
        requireRoom(
          others.filter((other) => other.subject === subject),
          maxPerSubject,
        );
      }
      const controller = new AbortController();
      const remainingMs = timerDelayMs(expiresAt * 1000 - Date.now());
      const timer = setTimeout(() => controller.abort(), remainingMs).unref();
      open.set(controller, owner);
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

function requireRoom(others: readonly StreamOwner[], max: number): void {
  if (others.length < max) return;
  throw new Problem('rate_limited', `More than ${max} streams are open.`, { retry_after: 30 });
}
