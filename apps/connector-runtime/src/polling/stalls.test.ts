import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { watchStalls, type Stalls } from './stalls.js';

let stalls: Stalls;
afterEach(() => stalls.stop());

/** Blocks the event loop. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a process that stood still is detected, and only until it runs again', async () => {
  stalls = watchStalls();
  const before = performance.now();
  block(1_500);
  expect(stalls.since(before)).toBe(true);
  // A busy machine may stall the process again.
  await waitFor(() => !stalls.since(performance.now()));
});
