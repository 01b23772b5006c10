import { createBulkhead, type Bulkhead } from '../limits/bulkhead.js';

/** A bulkhead with room for everything, except what takes longer than its timeout. */
export const roomyBulkhead = ({
  timeoutMs = 60_000,
  stopping = new AbortController().signal,
} = {}): Bulkhead =>
  createBulkhead({
    fastSlots: 10,
    slowSlots: 10,
    slowSlotsPerDeveloper: 10,
    slowSlotsPerGroup: 10,
    slowAfterMs: 5_000,
    timeoutMs,
    stopping,
  });
