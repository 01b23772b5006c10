import { expect, test } from '@jest/globals';
import { oneLine } from './one-line.js';

test.each([
  ['Lamp', 'Lamp'],
  ['  Lamp\u0000\r\nin the\u2028hall ', 'Lamp in the hall'],
  ['\ud800Lamp', '\ufffdLamp'],
  ['😀'.repeat(300), '😀'.repeat(256)],
  ['', undefined],
  ['\u0007\t', undefined],
  [null, undefined],
  [17, undefined],
])('%j becomes %j', (given, line) => {
  expect(oneLine(given)).toBe(line);
});

test('a line is cut to what there is room for', () => {
  expect(oneLine('Lamp in the hall', 5)).toBe('Lamp');
});
