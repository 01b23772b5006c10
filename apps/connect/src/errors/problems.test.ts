import { expect, test } from '@jest/globals';
import { TrellisConnectionError, TrellisProblem } from '@trellis/client';
import { explainCause } from '@trellis/client/causes';
import { fieldsOf } from '@trellis/schema-form';
import type { Technology } from '../api.js';
import { wordsOf } from '../texts/words.js';
import { hintOf, refusalOf, textOf, troubleOf } from './problems.js';

const technology = (method: 'form' | 'oauth2') =>
  ({ connect: { method, steps: [] } }) as unknown as Technology;

test.each([
  ['unavailable', 'form', 'unavailable', 'try again'],
  ['misconfigured', 'form', 'misconfigured', 'correct'],
  ['another_device', 'form', 'anotherDevice', 'correct'],
  ['authorization_required', 'form', 'refusedLogin', 'correct'],
  ['authorization_required', 'oauth2', 'signInNeeded', 'sign in'],
  ['set_aside', 'form', 'other', 'wait'],
  ['something new', 'form', 'other', 'wait'],
] as const)('%s of a client connected by %s is shown as %s: %s', (code, method, words, action) => {
  expect(troubleOf({ error: { code } }, technology(method))).toEqual({ words, action });
});

test.each([
  ['misconfigured', 'tls_expired', 'form', 'elsewhere', 'wait'],
  ['misconfigured', 'tls_other_name', 'form', 'misconfigured', 'correct'],
  ['unavailable', 'connection_refused', 'form', 'unavailable', 'try again'],
  ['unavailable', 'rate_limited', 'oauth2', 'elsewhere', 'wait'],
  ['authorization_required', 'acl_refused', 'form', 'refusedLogin', 'correct'],
  ['authorization_required', 'pairing_needed', 'form', 'oneMoreStep', 'try again'],
  ['authorization_required', 'grant_revoked', 'oauth2', 'signInNeeded', 'sign in'],
] as const)(
  '%s because of %s of a client connected by %s is shown as %s: %s',
  (code, cause, method, title, action) => {
    const trouble = troubleOf({ error: { code, cause } }, technology(method));
    expect(trouble).toMatchObject({ words: title, action });
    expect(textOf(trouble, wordsOf('de'))).toBe(explainCause(cause)?.de);
  },
);

test('a paused client is shown as paused, even if it failed before', () => {
  const trouble = { words: 'paused', action: 'wait' };
  expect(troubleOf({ paused: true }, technology('form'))).toEqual(trouble);
  const failed = { paused: true, error: { code: 'unavailable' } };
  expect(troubleOf(failed, technology('form'))).toEqual(trouble);
});

const words = wordsOf('en');
const [url, name] = fieldsOf({ properties: { url: { type: 'string' }, name: { type: 'string' } } });
const form = {
  words,
  technology: technology('form'),
  fields: [url!, { ...name!, pointer: 'name' }],
  values: {},
};
const problem = (code: string, more: object = {}) =>
  new TrellisProblem(new Response(null, { status: 400 }), { type: `/problems#${code}`, ...more });

test('only a missing answer is blamed on the internet connection', () => {
  expect(hintOf(new TrellisConnectionError('away'), words)).toEqual({ hint: words.failedHint });
  const refused = problem('unavailable', { detail: 'Try again later.' });
  expect(hintOf(refused, words)).toEqual({ hint: words.refusedHint, detail: 'Try again later.' });
  expect(refusalOf(refused, form).failure.text).not.toContain(words.failedHint);
  expect(refusalOf(new TrellisConnectionError('away'), form).failure.text).toContain(
    words.failedHint,
  );
});

test('a taken name is reported by the name field', () => {
  expect(refusalOf(problem('already_exists'), form).errors).toEqual({ name: words.nameTaken });
});

test('a secret that has to be entered again is explained in plain words', () => {
  const detail = 'Enter it again, since “Address” changes.';
  const errors = [{ pointer: '/configuration/url', detail }];
  expect(refusalOf(problem('invalid_configuration', { errors }), form).errors).toEqual({
    '/url': words.enterAgain,
  });
});

test('errors are shown by their fields, and the rest above the form', () => {
  const errors = [
    { pointer: '/configuration/url', detail: 'Must be an address.' },
    { pointer: '/configuration/parameters/place', detail: 'Is required.' },
  ];
  expect(refusalOf(problem('invalid_configuration', { errors }), form)).toEqual({
    errors: { '/url': 'Must be an address.' },
    failure: { text: words.wrongInput, detail: 'parameters/place: Is required.' },
  });
  const [, other] = errors;
  expect(refusalOf(problem('invalid_configuration', { errors: [other] }), form).failure.text).toBe(
    words.notAccepted,
  );
});
