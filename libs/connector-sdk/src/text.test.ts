import { expect, test } from '@jest/globals';
import { isOneLine, multiLine, oneLine, slug } from './text.js';

test.each([
  ['Lamp', 'Lamp'],
  ['  Lamp\u0000\r\nin the\u2028hall ', 'Lamp in the hall'],
  ['\ud800Lamp', '\ufffdLamp'],
  ['😀'.repeat(300), '😀'.repeat(256)],
  ['', undefined],
  ['\u0007\t', undefined],
  [null, undefined],
  [17, undefined],
])('%j becomes the line %j', (given, line) => {
  expect(oneLine(given)).toBe(line);
});

test('a line is cut to the maximum length', () => {
  expect(oneLine('Lamp in the hall', 5)).toBe('Lamp');
});

test.each([
  [' one\ntwo\u0000 ', 'one\ntwo'],
  ['\ud800', '\ufffd'],
  ['\u0000 \n', undefined],
  [{}, undefined],
])('%j becomes the text %j', (given, text) => {
  expect(multiLine(given)).toBe(text);
});

test.each([
  ['Rainbow', true],
  ['Rainbow ', false],
  ['Rain\nbow', false],
  ['', false],
  ['😀'.repeat(257), false],
  [undefined, false],
  [17, false],
])('whether %j comes back unchanged: %j', (given, isUnchanged) => {
  expect(isOneLine(given)).toBe(isUnchanged);
});

test.each([
  ['Living room', 'living_room'],
  ['LivingRoom', 'living_room'],
  ['  Küche / Decke!', 'kueche_decke'],
  ['already_a_slug', 'already_a_slug'],
  ['AABBCC_Temperature', 'aabbcc_temperature'],
  ['Channel 2', 'channel_2'],
  ['--', ''],
  ['😀', ''],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(slug(text)).toBe(expected);
});

test('a slug has no more than the maximum length, and does not end with an underscore', () => {
  expect(slug('abc def', 4)).toBe('abc');
  expect(slug('x'.repeat(10_000))).toHaveLength(80);
});

test('a text that has nothing of a slug after its beginning is not read to its end', () => {
  expect(slug(`${'-'.repeat(400)}a`)).toBe('');
});
