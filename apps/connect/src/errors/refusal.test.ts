import { expect, test } from '@jest/globals';
import { TrellisConnectionError, TrellisProblem } from '@trellis/client';
import { fieldsOf } from '@trellis/schema-form';
import type { Technology } from '../api.js';
import { wordsOf } from '../texts/words.js';
import { hintOf, refusalOf } from './refusal.js';

const words = wordsOf('en');
const [url, name] = fieldsOf({ properties: { url: { type: 'string' }, name: { type: 'string' } } });
const form = {
  words,
  technology: { connect: { method: 'form', steps: [] } } as unknown as Technology,
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
