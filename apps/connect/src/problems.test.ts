import { expect, test } from '@jest/globals';
import type { Technology } from './api.js';
import { troubleOf } from './problems.js';

const technology = (method: 'form' | 'oauth2') =>
  ({ connect: { method, steps: [] } }) as unknown as Technology;

test.each([
  ['unavailable', 'form', 'unavailable', 'try again'],
  ['misconfigured', 'form', 'misconfigured', 'correct'],
  ['authorization_required', 'form', 'refusedLogin', 'correct'],
  ['authorization_required', 'oauth2', 'signInNeeded', 'sign in'],
  ['set_aside', 'form', 'other', 'wait'],
  ['something new', 'form', 'other', 'wait'],
] as const)('%s of a client by %s is said as %s: %s', (code, method, words, action) => {
  expect(troubleOf({ error: { code } }, technology(method))).toEqual({ words, action });
});

test('a client that the app has paused is that, whatever it was before', () => {
  const trouble = { words: 'paused', action: 'wait' };
  expect(troubleOf({ paused: true }, technology('form'))).toEqual(trouble);
  const failed = { paused: true, error: { code: 'unavailable' } };
  expect(troubleOf(failed, technology('form'))).toEqual(trouble);
});
