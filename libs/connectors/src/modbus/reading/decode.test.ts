import { describe, expect, test } from '@jest/globals';
import { Rejected } from '@trellis/connector-sdk';
import fc from 'fast-check';
import { orders } from '../description/registers.js';
import { decode, encode, scaleOf } from './decode.js';
import type { Located } from './layout.js';

const at = (given: Partial<Located>): Located => ({
  table: 'holding',
  address: 0,
  length: 1,
  type: 'uint16',
  order: 'ABCD',
  bit: 0,
  bits: 1,
  nothing: [],
  ...given,
});

describe('the value of registers', () => {
  test.each<[Partial<Located>, number[], unknown]>([
    [{ type: 'int16' }, [0xfffe], -2],
    [{ type: 'uint16' }, [0xfffe], 65_534],
    [{ type: 'int32' }, [0xffff, 0xfffe], -2],
    [{ type: 'uint32' }, [0x0001, 0x86a0], 100_000],
    [{ type: 'uint32', order: 'CDAB' }, [0x86a0, 0x0001], 100_000],
    [{ type: 'uint32', order: 'BADC' }, [0x0100, 0xa086], 100_000],
    [{ type: 'uint32', order: 'DCBA' }, [0xa086, 0x0100], 100_000],
    [{ type: 'uint64' }, [0, 0, 1, 0], 65_536],
    [{ type: 'int64' }, [0xffff, 0xffff, 0xffff, 0xffff], -1],
    [{ type: 'float32' }, [0x4366, 0x3333], 230.2],
    [{ type: 'float32', order: 'CDAB' }, [0x3333, 0x4366], 230.2],
    [{ type: 'float64' }, [0x3fb9, 0x9999, 0x9999, 0x999a], 0.1],
    [{ type: 'float32' }, [0x7fc0, 0], undefined],
    [{ type: 'float32' }, [0x7f80, 0], undefined],
    [{ type: 'int16', nothing: [-32_768] }, [0x8000], undefined],
    [{ type: 'bits', bit: 4 }, [0x10], true],
    [{ type: 'bits', bit: 4 }, [0x20], false],
    [{ type: 'bits', bit: 4, bits: 3 }, [0x50], 5],
    [{ type: 'bits', bits: 16 }, [0xffff], 65_535],
    [{ type: 'bits', bit: 4, bits: 3, nothing: [7] }, [0x70], undefined],
    [{ type: 'bit', table: 'coil' }, [1], true],
    [{ type: 'string' }, [0x4142, 0x4300, 0x5858], 'ABC'],
    [{ type: 'string', order: 'BADC' }, [0x4241, 0x0043], 'ABC'],
    [{ type: 'string' }, [0, 0], undefined],
    [{ type: 'string' }, [0x2020, 0x2020], undefined],
    [{ type: 'string' }, [0x4101, 0x42ff], 'A\u0001Bÿ'],
  ])('%j of %j is %j', (given, words, value) => {
    expect(decode(at(given), words)).toEqual(value);
  });

  test('is multiplied by a power of ten', () => {
    expect(decode(at({ type: 'int16' }), [2301], -1)).toBeCloseTo(230.1);
    expect(decode(at({ type: 'int16' }), [2301], 2)).toBe(230_100);
  });
});

test.each([
  [0, 0],
  [0xfffe, -2],
  [10, 10],
  [0xfff6, -10],
  [11, undefined],
  [0x8000, undefined],
])('a scale register of %d is the power %d', (word, scale) => {
  expect(scaleOf(word)).toBe(scale);
});

const limits = {
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
} as const;

test.each(Object.keys(limits) as (keyof typeof limits)[])(
  'what is written as %s is read again, in each order',
  (type) => {
    const [min, max] = limits[type];
    const order = fc.constantFrom(...orders);
    fc.assert(
      fc.property(fc.maxSafeInteger(), order, (given, one) => {
        const value = Math.min(max, Math.max(min, given));
        const located = at({ type, order: one });
        expect(decode(located, encode(located, value))).toBe(value);
      }),
    );
  },
);

test('a number is written with its scale, and rounded', () => {
  expect(encode(at({ type: 'uint16' }), 12.34, -2)).toEqual([1234]);
  expect(encode(at({ type: 'uint16' }), 56.78, -1)).toEqual([568]);
  expect(encode(at({ type: 'uint16' }), 12_000, 3)).toEqual([12]);
});

test.each<[Partial<Located>, unknown]>([
  [{ type: 'uint16' }, 65_536],
  [{ type: 'uint16' }, -1],
  [{ type: 'int16' }, 40_000],
  [{ type: 'int64' }, Number.NaN],
  [{ type: 'uint64' }, 2 ** 64],
  [{ type: 'bits' }, 1],
  [{ type: 'string' }, 'text'],
  [{ type: 'uint16' }, 'text'],
])('%j cannot hold %j', (given, value) => {
  expect(() => encode(at(given), value)).toThrow(Rejected);
});
