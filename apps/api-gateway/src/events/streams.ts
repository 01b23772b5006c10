import { Problem } from '@trellis/contracts';

/** The streams that are open at this gateway. */
export interface Streams {
  /**
   * A signal for a new stream of a developer: aborted at `expires` (seconds since the epoch), when the
   * gateway stops, or by `end`. Throws `rate_limited` when the developer has too many.
   */
  open(of: { developer: string; expires: number }): { signal: AbortSignal; end(): void };
  /** Ends them all. */
  close(): void;
}

/** The longest time that a timer of Node takes (ms). */
const longestTimer = 2 ** 31 - 1;

export function createStreams(most: number): Streams {
  const open = new Map<AbortController, string>();
  return {
    open({ developer, expires }) {
      const count = [...open.values()].filter((other) => other === developer).length;
      if (count >= most) {
        throw new Problem('rate_limited', `More than ${most} streams are open.`, {
          retry_after: 30,
        });
      }
      const controller = new AbortController();
      const left = Math.min(expires * 1000 - Date.now(), longestTimer);
      const timer = setTimeout(() => controller.abort(), left).unref();
      open.set(controller, developer);
      const end = () => {
        clearTimeout(timer);
        open.delete(controller);
        controller.abort();
      };
      return { signal: controller.signal, end };
    },
    close() {
      for (const controller of open.keys()) controller.abort();
    },
  };
}
