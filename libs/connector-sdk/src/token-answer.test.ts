import { expect, test } from '@jest/globals';
import { tokenAnswer } from './token-answer.js';

const issued = { access_token: 'a', refresh_token: 'r', token_type: 'bearer' };
const read = (body: unknown, status = 200) =>
  tokenAnswer({ status, text: typeof body === 'string' ? body : JSON.stringify(body) });

test.each<[string, unknown, object]>([
  ['without token_type and expires_in', { access_token: 'a', refresh_token: 'r' }, issued],
  ['with an array of scopes', { ...issued, scope: ['b', 'c'] }, { ...issued, scope: 'b c' }],
  ['with scopes and commas', { ...issued, scope: 'b,c' }, { ...issued, scope: 'b,c' }],
  ['with a number as a text', { ...issued, expires_in: '10800' }, { ...issued, expires_in: 10800 }],
  ['that never expires', { ...issued, expires_in: 0 }, issued],
  ['that never expires either', { ...issued, expires_in: null, id_token: null }, issued],
  ['of another type', { ...issued, token_type: 'BearerToken' }, issued],
  ['as a form', 'access_token=a&refresh_token=r&token_type=Bearer', issued],
])('a token %s is understood', (_what, body, expected) => {
  expect(read(body)).toEqual({ status: 200, body: expected });
});

test('a token with 201 is one', () => {
  expect(read(issued, 201)).toEqual({ status: 200, body: issued });
});

test.each([
  [200, { error: 'invalid_grant', error_description: 'gone' }],
  [400, { error: 'invalid_grant' }],
])('an error with %i is an error', (status, body) => {
  expect(read(body, status)).toEqual({ status: 400, body });
});

test('a form may be an error, and a page is none', () => {
  expect(read('error=invalid_grant')?.status).toBe(400);
  expect(read('<html lang="en">')).toBeUndefined();
  expect(read('[]')).toBeUndefined();
  expect(read('')).toBeUndefined();
});

test('codes for a device may have the old name of the address, and texts', () => {
  const codes = { user_code: 'x', verification_url: 'https://v.example/', interval: '5' };
  expect(read(codes)?.body).toEqual({
    user_code: 'x',
    verification_uri: 'https://v.example/',
    interval: 5,
  });
});
