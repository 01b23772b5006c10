import { z } from 'zod';
import { nothing } from '../caller.js';
import { defineCalls } from '../contract.js';

/** What a service that can do its work says of itself. */
export const serviceHealth = z.object({
  /** How far the clock of its machine is ahead of that of the queues (ms); negative when it is behind. */
  clock_skew_ms: z.number().int().optional(),
});

/** Answered by every service: whether it can do its work. */
export const healthCalls = defineCalls({
  'health.check': { input: nothing, output: serviceHealth, timeoutMs: 2_000 },
});
