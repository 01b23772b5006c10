import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { watchPauses, type Pauses } from './stalls.js';

let pauses: Pauses;
afterEach(() => pauses.stop());

/** Keeps the process from doing anything else. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a process that stood still knows since when it has not', async () => {
  pauses = watchPauses();
  const before = performance.now();
  block(1_500);
  expect(pauses.since(before)).toBe(true);
  // On a machine without a processor to spare it may stand still again.
  await waitFor(() => !pauses.since(performance.now()));
});
