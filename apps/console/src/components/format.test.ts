import { expect, test } from '@jest/globals';
import { formatValue, momentText, relativeTime } from './format.js';

test.each([
  [undefined, {}, '–'],
  [null, {}, '–'],
  [true, {}, 'Yes'],
  [false, { '@type': 'OnOffProperty' }, 'Off'],
  [true, { '@type': ['OnOffProperty'] }, 'On'],
  [21.456, { unit: '°C' }, '21.46 °C'],
  [0, {}, '0'],
  ['heat', { unit: 'x' }, 'heat'],
  [{ hue: 240, saturation: 50 }, {}, 'hue 240, saturation 50'],
  [[1, 2], {}, '[1,2]'],
  [{ a: { b: 1 } }, {}, '{"a":{"b":1}}'],
  ['a'.repeat(70), {}, `${'a'.repeat(60)}…`],
])('%j with %j is %j', (value, schema, text) => {
  expect(formatValue(value, schema)).toBe(text);
});

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

test('an instant of another day is shown with its date', () => {
  const at = new Date(2026, 10, 23, 14, 5);
  const time = momentText(at, new Date(2026, 10, 23, 23));
  expect(time).toMatch(/\b0?2:05|14:05/);
  expect(momentText(at, new Date(2026, 10, 24, 1))).toMatch(/23.*(2:05|14:05)/);
});
