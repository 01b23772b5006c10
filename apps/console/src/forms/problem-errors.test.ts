import { expect, test } from '@jest/globals';
import { TrellisProblem } from '@trellis/client';
import { problemErrors } from './problem-errors.js';

const problem = (errors: { pointer: string; detail: string }[]) =>
  new TrellisProblem({ status: 400, headers: new Headers() }, { errors });

test('errors of a problem are shown at the members that they name', () => {
  const error = problem([
    { pointer: '/configuration/security/token', detail: 'too short' },
    { pointer: '/configuration/a~1b', detail: 'unknown' },
  ]);
  expect(problemErrors(error, '/configuration')).toEqual({
    fields: { security: { token: { __errors: ['too short'] } }, 'a/b': { __errors: ['unknown'] } },
    hasOthers: false,
  });
});

test('what is no member of the form is told besides', () => {
  const error = problem([{ pointer: '/name', detail: 'is taken' }]);
  expect(problemErrors(error, '/configuration')).toEqual({ fields: {}, hasOthers: true });
  expect(problemErrors(new Error('broken'), '/configuration').hasOthers).toBe(true);
});
