import { expect, test } from '@jest/globals';
import { TrellisConnectionError, TrellisProblem } from '@trellis/client';
import type { Technology } from './api.js';
import { hintOf, refusalOf } from './refusal.js';
import { wordsOf } from './words.js';

const words = wordsOf('en');
const form = {
  words,
  technology: { connect: { method: 'form', steps: [] } } as unknown as Technology,
  pointers: ['/url', '/name'],
};
const problem = (code: string, more: object = {}) =>
  new TrellisProblem(new Response(null, { status: 400 }), { type: `/problems#${code}`, ...more });

test('only what got no answer is said to be the fault of the connection to the internet', () => {
  expect(hintOf(new TrellisConnectionError('away'), words)).toEqual({ hint: words.failedHint });
  const refused = problem('unavailable', { detail: 'Try again later.' });
  expect(hintOf(refused, words)).toEqual({ hint: words.refusedHint, detail: 'Try again later.' });
  expect(refusalOf(refused, form).failure.text).not.toContain(words.failedHint);
  expect(refusalOf(new TrellisConnectionError('away'), form).failure.text).toContain(
    words.failedHint,
  );
});

test('a name that is taken is said about the name', () => {
  expect(refusalOf(problem('already_exists'), form).errors).toEqual({ '/name': words.nameTaken });
});

test('a secret that has to be entered again is said in plain words', () => {
  const detail = 'Enter it again, since “Address” changes.';
  const errors = [{ pointer: '/configuration/url', detail }];
  expect(refusalOf(problem('invalid_configuration', { errors }), form).errors).toEqual({
    '/url': words.enterAgain,
  });
});

test('what is wrong with members is said about their fields, and the rest about all', () => {
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
