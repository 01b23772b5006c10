import { expect, test } from '@jest/globals';
import { safeJson, safeLine, safeText } from './safe-text.js';

test('control characters are replaced', () => {
  expect(safeLine('a\u001b]0;title\u0007b\u009b31m\u202ec')).toBe('a�]0;title�b�31m�c');
  expect(safeLine('one\r\n\ttwo')).toBe('one two');
  expect(safeText('one\ntwo\u001b')).toBe('one\ntwo�');
});

test('JSON stays the same value', () => {
  const value = { 'a\u009b': ['\u001b[2J', '\u202e', 'ü'] };
  const text = safeJson(value, 2);
  // eslint-disable-next-line no-control-regex -- there must be none
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(text)).toEqual(value);
});
