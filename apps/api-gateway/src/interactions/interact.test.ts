import { expect, test } from '@jest/globals';
import { preferredWaitMs } from './interact.js';

test.each([
  [undefined, 5_000],
  ['', 5_000],
  ['return=minimal', 5_000],
  ['respond-async', 0],
  ['respond-async, wait=10', 10_000],
  ['Wait = "3"', 3_000],
  ['wait=0', 0],
  ['wait=86400', 20_000],
  ['wait=-1', 5_000],
])('a caller with the preference %j waits %d ms', (header, waitMs) => {
  expect(preferredWaitMs(header)).toBe(waitMs);
});
