import { expect, test } from '@jest/globals';
import { developerOf } from './contract.js';

test.each([
  [{ caller: { developer: 'acme', subject: 'alice' }, developer: 'other' }, 'acme'],
  [{ developer: 'acme', things: [] }, 'acme'],
  [{ caller: {} }, ''],
  [{ developer: 5 }, ''],
  [undefined, ''],
])('the developer of the input %j is "%s"', (input, developer) => {
  expect(developerOf(input)).toBe(developer);
});
