import type { Configuration } from '../configuration.js';
import type { BulkheadSize } from './bulkhead.js';

/** The share of the slow slots that one developer may hold. */
const maxShareOfDeveloper = 1 / 4;

/** The share of the slow slots that one instance may hold. */
const maxShareOfInstance = 1 / 8;

/** Time after which a remote technology counts as slow. */
const slowAfterMs = 2_000;

/** Returns the size of the bulkhead for polls. */
export function pollBulkheadSize({
  POLL_CONCURRENCY: fastSlots,
  SLOW_POLL_CONCURRENCY: slowSlots,
}: Pick<Configuration, 'POLL_CONCURRENCY' | 'SLOW_POLL_CONCURRENCY'>): BulkheadSize {
  const share = (part: number) => Math.max(1, Math.floor(slowSlots * part));
  return {
    fastSlots,
    slowSlots,
    slowSlotsPerDeveloper: share(maxShareOfDeveloper),
    slowSlotsPerGroup: share(maxShareOfInstance),
    slowAfterMs,
  };
}

/** Size for writes and actions, which a person waits for. */
export const interactionBulkheadSize: BulkheadSize = {
  fastSlots: 100,
  slowSlots: 400,
  slowSlotsPerDeveloper: 100,
  slowSlotsPerGroup: 50,
  slowAfterMs,
};

/** Size for messages to webhooks. */
export const webhookBulkheadSize: BulkheadSize = {
  fastSlots: 50,
  slowSlots: 200,
  slowSlotsPerDeveloper: 40,
  slowSlotsPerGroup: 10,
  slowAfterMs,
};

/** Returns how many concurrent jobs fill all slots of a bulkhead, while as many wait for a fast one. */
export const jobConcurrency = ({ fastSlots, slowSlots }: BulkheadSize): number =>
  2 * fastSlots + slowSlots;
