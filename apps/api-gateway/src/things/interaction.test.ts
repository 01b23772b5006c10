import { expect, test } from '@jest/globals';
import { preferredWait } from './interaction.js';

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
])('a caller who prefers %j waits %d ms', (header, wait) => {
  expect(preferredWait(header)).toBe(wait);
});
