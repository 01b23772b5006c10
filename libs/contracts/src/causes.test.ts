import { expect, test } from '@jest/globals';
import { causes, rowOf, causeNames } from './causes/index.js';

test.each(causeNames)('%s has what to say and to do about it, in both languages', (name) => {
  const { advice, en, de, remedy, act, code } = rowOf(name);
  expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  for (const text of [advice, en, de]) expect(text).toMatch(/^[A-ZÄÖÜ].{20,}[.)]$/s);
  expect(de).not.toBe(en);
  // Only where something is refused there is something to authorize.
  if (remedy === 'reauthorize') expect(code).toBe('authorization_required');
  if (act === 'sign in') expect(remedy).toBe('reauthorize');
});

test('causes have different sentences for developers', () => {
  const advice = Object.values(causes).map((row) => row.advice);
  expect(new Set(advice).size).toBe(advice.length);
});
