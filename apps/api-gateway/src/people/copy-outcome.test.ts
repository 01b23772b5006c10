import { expect, test } from '@jest/globals';
import { isSame, missingSecrets } from './copy-outcome.js';

const copied = { configuration: { url: 'https://a.example' }, secrets: ['/key'] };

test.each([
  ['the same secrets', { shown: copied, rest: 1 }, true],
  ['a secret of its own', { shown: { ...copied, secrets: ['/token', '/key'] }, rest: 1 }, true],
  ['a missing secret', { shown: { ...copied, secrets: [] }, rest: 1 }, false],
  ['another configuration', { shown: { ...copied, configuration: {} }, rest: 1 }, false],
  ['something else that differs', { shown: copied, rest: 2 }, false],
])('one with %s', (_what, own, same) => {
  expect(isSame({ shown: copied, rest: 1 }, own)).toBe(same);
});

test('only secrets that are not there yet have to be entered', () => {
  const before = { configuration: {}, secrets: ['/token'] };
  expect(missingSecrets({ configuration: {}, secrets: ['/key', '/token'] }, before)).toEqual([
    '/key',
  ]);
});
