import { expect, test } from '@jest/globals';
import truncate from 'cli-truncate';
import stringWidth from 'string-width';
import { cutOff, safeJson, safeLine, safeText, textWidth, wrapText } from './text.js';

test('control characters are replaced', () => {
  expect(safeLine('a\u001b]0;title\u0007b\u009b31m\u202ec')).toBe('a�]0;title�b�31m�c');
  expect(safeLine('one\r\n\ttwo')).toBe('one two');
  expect(safeText('one\ntwo\u001b')).toBe('one\ntwo�');
});

test('JSON stays the same value', () => {
  const value = { 'a\u009b': ['\u001b[2J', '\u202e', 'ü'] };
  const text = safeJson(value, 2);
  // eslint-disable-next-line no-control-regex -- the test is about these characters
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(text)).toEqual(value);
});

test('every character is as wide as a terminal shows it', () => {
  const unequal: string[] = [];
  for (let code = 0x20; code < 0x1000; code += 1) {
    // Control characters are never shown.
    if (code >= 0x7f && code < 0xa0) continue;
    const text = `a${String.fromCodePoint(code)}`;
    if (textWidth(text) !== stringWidth(text)) unequal.push(code.toString(16));
  }
  expect(unequal).toEqual([]);
});

test.each([
  'Wohnzimmer Küche',
  'Küche 21,5 °C',
  '客厅的照明和温度',
  'Cafe\u0301 Ole\u0301',
  '👩‍👩‍👧 family',
])('%s is truncated at every width', (text) => {
  for (let columns = 1; columns < stringWidth(text); columns += 1) {
    expect(cutOff(text, columns)).toBe(truncate(text, columns));
  }
});

test('lines break between words, and never within one', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('one trellis-is-long two', 8)).toEqual(['one', 'trellis-is-long', 'two']);
  expect(wrapText('one two', Infinity)).toEqual(['one two']);
  expect(wrapText('', 8)).toEqual(['']);
});
