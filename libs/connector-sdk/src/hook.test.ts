import { expect, test } from '@jest/globals';
import { isSigned } from './hook.js';

// RFC 4231, section 4.3.
const secret = 'Jefe';
const content = 'what do ya want for nothing?';
const given = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

test('a signature is recognized, however its digits are written', () => {
  expect(isSigned(content, { secret, given })).toBe(true);
  expect(isSigned(Buffer.from(content), { secret, given: given.toUpperCase() })).toBe(true);
  const encoding = 'base64' as const;
  const base64 = Buffer.from(given, 'hex').toString(encoding);
  expect(isSigned(content, { secret, given: base64, encoding })).toBe(true);
  const sha512 = { secret, given, algorithm: 'sha512' as const };
  expect(isSigned(content, sha512)).toBe(false);
});

test.each([
  undefined,
  '',
  given.slice(0, -2),
  `${given}00`,
  given.replace('5', '6'),
  'é'.repeat(64),
])('another one is not: %s', (other) => {
  expect(isSigned(content, { secret, given: other })).toBe(false);
});
