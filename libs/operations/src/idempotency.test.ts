import { describe, expect, test } from '@jest/globals';
import { readIdempotencyKey } from './idempotency.js';

describe('a key', () => {
  test.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    [' "a b" ', 'a b'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    [String.raw`a\b`, String.raw`a\b`],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('%j is read as %j', (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  test.each(['', ' ', '""', '"', '"a', 'a b', 'a, b', '"a", "b"', '"a";x', 'ä', 'x'.repeat(256)])(
    '%j is refused',
    (header) => {
      expect(() => readIdempotencyKey(header)).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
    },
  );
});
