import { expect, test } from '@jest/globals';
import { relativeTime } from './relative-time.js';

const now = Date.parse('2026-11-23T12:00:00Z');

test.each([
  [-3_000, 'just now'],
  [800, 'just now'],
  [4_000, 'in a few seconds'],
  [-30_000, '30 sec. ago'],
  [90_000, 'in 2 min.'],
  [-7_200_000, '2 hr. ago'],
  [-86_400_000, 'yesterday'],
  [-10 * 86_400_000, '10 days ago'],
])('an instant %i ms away is %j', (distance, text) => {
  expect(relativeTime(now + distance, now)).toBe(text);
});
