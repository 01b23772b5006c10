import { expect, test } from '@jest/globals';
import { TrellisConnectionError, TrellisProblem } from '@trellis/client';
import { CliError, describeFailure, exitCodes } from './failure.js';

const problem = (status: number, code: string, members = {}) =>
  new TrellisProblem(
    { status, headers: new Headers() },
    { type: `https://trellis.example/docs/problems#${code}`, title: 'A title', ...members },
  );

test('a problem is described with its errors, its remedy and its request id', () => {
  const { lines, exitCode } = describeFailure(
    problem(400, 'invalid_request', {
      detail: 'It is\u001b[2J not valid.',
      errors: [{ pointer: '/name', detail: 'Required.' }],
      remedy: 'retry',
      instance: 'request-1',
    }),
  );
  expect(lines).toEqual([
    'A title',
    'It is�[2J not valid.',
    '/name: Required.',
    'Try again in a moment.',
    'Request request-1',
  ]);
  expect(exitCode).toBe(exitCodes.failed);
});

test('names in a remedy are free of control characters', () => {
  const error = new CliError('Several.', exitCodes.usage, '  1  a\u001b]52;c;\u0007\n  2  b');
  expect(describeFailure(error).lines).toEqual(['Several.', '  1  a\ufffd]52;c;\ufffd\n  2  b']);
});

test.each([
  [problem(401, 'invalid_token'), 3],
  [problem(401, 'invalid_client'), 3],
  [problem(403, 'insufficient_scope'), 3],
  [problem(403, 'quota_exceeded'), 1],
  [problem(404, 'not_found'), 4],
  [problem(409, 'already_exists'), 1],
  [problem(429, 'rate_limited'), 5],
  [problem(503, 'unavailable'), 5],
  [new TrellisConnectionError('No answer'), 5],
  [new CliError('Wrong', exitCodes.usage), 2],
  [new Error('Anything else'), 1],
])('%s has an exit code', (error, exitCode) => {
  expect(describeFailure(error).exitCode).toBe(exitCode);
});
