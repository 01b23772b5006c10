import { expect, test } from '@jest/globals';
import { relativeTime } from './format.js';

const now = Date.parse('2026-11-23T12:00:00Z');

test.each([
  ['2026-11-23T11:59:59.900Z', 'now'],
  ['2026-11-23T11:59:59Z', '1 second ago'],
  ['2026-11-23T12:02:30Z', 'in 2 minutes'],
  ['2026-11-23T09:00:00Z', '3 hours ago'],
  ['2026-11-20T12:00:00Z', '3 days ago'],
  ['no time', undefined],
  [null, undefined],
])('%s is %s', (instant, text) => {
  expect(relativeTime(instant, now)).toBe(text);
});
