import { expect, test } from '@jest/globals';
import {
  addressOf,
  digestOf,
  newSecret,
  reachableBase,
  isRegistrationDue,
} from './registration.js';

test.each([
  [undefined, undefined],
  ['http://trellis.example', undefined],
  ['https://localhost:3000', undefined],
  ['https://trellis.localhost', undefined],
  ['https://trellis.example/base', 'https://trellis.example/base'],
])('vendors reach %s at %s', (publicUrl, base) => {
  expect(reachableBase(publicUrl)).toBe(base);
});

test('an address has 256 random bits, of which the digest is stored', () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(Buffer.from(one, 'base64url')).toHaveLength(32);
  expect(one).not.toBe(other);
  expect(addressOf('https://a.example', one)).toBe(
    `https://a.example/api/v1/connectors/hooks/${one}`,
  );
  expect(digestOf(one)).toMatch(/^[0-9a-f]{64}$/);
});

const hours = (count: number) => count * 60 * 60_000;

test.each([
  ['none', null, true],
  ['one of another base', { base: 'https://b.example', isRegistered: true, ageMs: 0 }, true],
  ['a new one', { base: 'https://a.example', isRegistered: true, ageMs: hours(23) }, false],
  ['one of yesterday', { base: 'https://a.example', isRegistered: true, ageMs: hours(24) }, true],
  ['a failed one', { base: 'https://a.example', isRegistered: false, ageMs: hours(0.9) }, false],
  [
    'one that failed long ago',
    { base: 'https://a.example', isRegistered: false, ageMs: hours(1) },
    true,
  ],
])('with %s, an address is to be registered', (_what, hook, isDue) => {
  expect(isRegistrationDue(hook, 'https://a.example')).toBe(isDue);
});
