import { expect, test } from '@jest/globals';
import type { Technology } from '../api.js';
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
] as const)('%s of a client connected by %s is shown as %s: %s', (code, method, words, action) => {
  expect(troubleOf({ error: { code } }, technology(method))).toEqual({ words, action });
});

test('a paused client is shown as paused, even if it failed before', () => {
  const trouble = { words: 'paused', action: 'wait' };
  expect(troubleOf({ paused: true }, technology('form'))).toEqual(trouble);
  const failed = { paused: true, error: { code: 'unavailable' } };
  expect(troubleOf(failed, technology('form'))).toEqual(trouble);
});
