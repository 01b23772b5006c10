import { expect, test } from '@jest/globals';
import { databaseProblem, isForeignKeyViolation } from './errors.js';

const withCode = (code: string, rest: object = {}) =>
  Object.assign(new Error('failed'), { code, ...rest });

test.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a server that shuts down', withCode('57P01')],
  ['a busy pool', withCode('P2024')],
  ['the cause of another error', new Error('query', { cause: withCode('ECONNRESET') })],
  ['a pool that times out', new Error('timeout exceeded when trying to connect')],
])('%s is the problem "unavailable"', (_name, error) => {
  expect(databaseProblem(error)).toMatchObject({ code: 'unavailable' });
});

test.each([
  ['a unique violation', withCode('P2002')],
  ['an error of the program', new TypeError('x is not a function')],
  ['anything but an error', 'ECONNREFUSED'],
])('%s is no problem of the database', (_name, error) => {
  expect(databaseProblem(error)).toBeUndefined();
});

test('a foreign key violation is recognized in queries of Prisma and in raw ones', () => {
  expect(isForeignKeyViolation(withCode('P2003'))).toBe(true);
  expect(isForeignKeyViolation(withCode('P2010', { meta: { code: '23503' } }))).toBe(true);
  expect(isForeignKeyViolation(withCode('P2010', { meta: { code: '42601' } }))).toBe(false);
});
