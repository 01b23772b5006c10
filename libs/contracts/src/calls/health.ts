import { nothing } from '../caller.js';
import { defineCalls } from '../contract.js';

/** Answered by every service: whether it can do its work. */
export const healthCalls = defineCalls({
  'health.check': { input: nothing, output: nothing, timeoutMs: 2_000 },
});
