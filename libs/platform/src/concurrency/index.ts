export { createBatcher, type BatchLimits } from './batcher.js';
export { createCounts } from './fair-queue.js';
export { createRoundRobin, type Release, type RoundRobin } from './round-robin.js';
export { backoffMs, timerDelayMs, untilSlotMs, withTimeout, type Backoff } from './timing.js';
