import { expect, test } from '@jest/globals';
import { oneLine } from './one-line.js';

test.each([
  ['Lamp', 'Lamp'],
  ['  Lamp\u0000\r\nin the hall ', 'Lamp in the hall'],
  ['', 'Thing'],
  [undefined, 'Thing'],
  [null, 'Thing'],
  ['\u0007\t', 'Thing'],
  ['\ud800Lamp', '\ufffdLamp'],
  ['😀'.repeat(300), '😀'.repeat(200)],
])('%j becomes %j', (given, line) => {
  expect(oneLine(given, 'Thing')).toBe(line);
});
