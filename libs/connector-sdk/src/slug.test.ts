import { expect, test } from '@jest/globals';
import { slug } from './slug.js';

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
