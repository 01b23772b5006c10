import { backoffMs, untilSlotMs } from '@trellis/platform/concurrency';

/** The shortest and the longest delay after a failed poll. */
const firstRetryMs = 5_000;
const maxRetryMs = 15 * 60_000;

/** The shortest interval between polls of a client, whatever its configuration says. */
const minIntervalMs = 1_000;

/** The shortest interval between polls of a client that has a listener (ms). */
export const slowIntervalMs = 5 * 60_000;

/** Delay of a poll that failed for reasons of our own, such as a database outage (ms). */
export const retryMs = 10_000;

/** Spreads {@link retryMs}, so that polls that failed together are not repeated together. */
export const spreadRetryMs = (): number => retryMs * (0.5 + Math.random());

/** Returns how often a client with this configuration is polled (ms). */
export const intervalOf = ({ interval_ms }: { interval_ms: number }): number =>
  Math.max(interval_ms, minIntervalMs);

/**
 * Returns the delay until a client's next poll (ms). A hash of their ids spreads clients over their interval. After
 * failures the delay grows, but never below the interval.
 */
export function untilNextPollMs(
  client: string,
  { intervalMs, failures }: { intervalMs: number; failures: number },
  now = Date.now(),
): number {
  if (failures === 0) return untilSlotMs(client, intervalMs, now);
  const firstMs = Math.max(intervalMs, firstRetryMs);
  return backoffMs({ firstMs, maxMs: Math.max(maxRetryMs, intervalMs) }, failures);
}
