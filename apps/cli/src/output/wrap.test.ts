import { expect, test } from '@jest/globals';
import { wrapText } from './wrap.js';

test('lines break between words, and never within one', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('one trellis-is-long two', 8)).toEqual(['one', 'trellis-is-long', 'two']);
  expect(wrapText('one two', Infinity)).toEqual(['one two']);
  expect(wrapText('', 8)).toEqual(['']);
});
