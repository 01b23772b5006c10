import { expect, test } from '@jest/globals';
import { explainCause } from './causes.js';

test('a cause is explained to developers and to end users', () => {
  expect(explainCause('connection_refused')).toMatchObject({
    act: 'try again',
    advice: expect.stringContaining('nothing accepts connections'),
    en: expect.stringContaining('Nothing answers'),
    de: expect.stringContaining('antwortet nichts'),
  });
});

test.each([undefined, 'of_a_newer_version', 'toString'])('%s is not explained', (cause) => {
  expect(explainCause(cause)).toBeUndefined();
});
