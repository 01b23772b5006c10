import { describe, expect, test } from '@jest/globals';
import { conformsTo, requireConforming } from './conforming.js';
import type { DataSchema } from './data-schema.js';
import type { Problem } from './problems.js';

function pointersOfErrors(value: unknown, schema: DataSchema) {
  try {
    requireConforming(value, schema);
    return undefined;
  } catch (problem) {
    return (problem as Problem).extras.errors?.map(({ pointer }) => pointer);
  }
}

function detailOfFirstError(value: unknown, schema: DataSchema) {
  try {
    requireConforming(value, schema);
    return undefined;
  } catch (problem) {
    return (problem as Problem).extras.errors?.[0]?.detail;
  }
}

describe('a value', () => {
  test.each<[DataSchema, unknown]>([
    [{}, { any: 'thing' }],
    [{ type: 'boolean' }, false],
    [{ type: 'integer', minimum: 0, maximum: 10 }, 10],
    [{ type: 'number', multipleOf: 0.5 }, 1.5],
    [{ type: 'string', enum: ['a', 'b'] }, 'b'],
    [{ type: 'null' }, null],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, null],
    [
      { type: 'object', properties: { x: { type: 'integer' } } },
      { x: 1, more: true },
    ],
    [{ type: 'object', properties: { x: { type: 'integer' } } }, {}],
    [{ type: 'object', properties: { toString: { type: 'integer' } } }, { x: 1 }],
    [{ type: 'array', items: [{ type: 'string' }, { type: 'number' }] }, ['a', 1]],
    [
      { type: 'string', format: 'date-time', pattern: '(a+)+$' },
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
    ],
  ])('that conforms to %j is accepted', (schema, value) => {
    expect(pointersOfErrors(value, schema)).toBeUndefined();
  });

  test.each<[DataSchema, unknown, string[]]>([
    [{ type: 'boolean' }, 'true', ['']],
    [{ type: 'integer' }, 1.5, ['']],
    [{ type: 'number', maximum: 100 }, 101, ['']],
    [{ type: 'string', maxLength: 2 }, 'abc', ['']],
    [{ type: 'string', enum: ['a'] }, 'b', ['']],
    [{ type: 'object', properties: { 'a/b': { type: 'integer' } } }, { 'a/b': 'x' }, ['/a~1b']],
    [{ type: 'array', items: { type: 'integer' } }, [1, 'x'], ['/1']],
    [{ type: 'object', required: ['x'] }, {}, ['']],
    [{ type: 'object', required: ['x'] }, undefined, ['']],
  ])('that does not conform to %j is rejected: %j', (schema, value, pointers) => {
    expect(pointersOfErrors(value, schema)).toEqual(pointers);
  });
});

describe('a check', () => {
  const alternatives = (count: number, schema: DataSchema) => ({
    oneOf: Array.from({ length: count }, () => schema),
  });

  test('of many alternatives ends, although each fails in every item', () => {
    const schema = alternatives(100, { type: 'array', items: { type: 'boolean', enum: [true] } });
    expect(pointersOfErrors(new Array(5_000).fill(1), schema)).toEqual(['']);
  });

  test('finds the one alternative to which a value conforms, and none if there are two', () => {
    const schema = {
      oneOf: [{ type: 'string' }, { type: 'array', items: { oneOf: [{ type: 'null' }, {}] } }],
    };
    expect(pointersOfErrors([1, 'x'], schema as DataSchema)).toBeUndefined();
    expect(pointersOfErrors([1, null], schema as DataSchema)).toEqual(['']);
  });

  test('reports the first twenty errors', () => {
    const schema: DataSchema = { type: 'array', items: { type: 'boolean' } };
    const pointers = pointersOfErrors(new Array(100_000).fill(1), schema)!;
    expect(pointers).toHaveLength(20);
    expect(pointers.at(-1)).toBe('/19');
  });

  test('takes a value of tens of thousands of numbers, and refuses one that takes too many steps', () => {
    const list: DataSchema = { type: 'array', items: { type: 'number' } };
    expect(pointersOfErrors(new Array(50_000).fill(1), list)).toBeUndefined();
    const nested = alternatives(100, {
      ...list,
      minItems: 1,
      items: alternatives(100, { type: 'number' }),
    });
    for (const value of [new Array(5_000).fill('x'), new Array(5_000).fill(1)]) {
      expect(detailOfFirstError(value, nested as DataSchema)).toMatch(/alternatives|too large/);
    }
    const enums = alternatives(100, {
      type: 'array',
      items: { enum: new Array(1_000).fill('x'.repeat(100)).map((text, n) => text + n) },
    });
    expect(detailOfFirstError(new Array(5_000).fill(`${'x'.repeat(100)}999`), enums)).toMatch(
      'too large',
    );
  });
});

test('a value that takes more than its steps to check does not conform', () => {
  const schema: DataSchema = { type: 'array', items: { type: 'number' } };
  expect(conformsTo([1, 2, 3], schema, 100)).toBe(true);
  expect(conformsTo([1, 2, 'x'], schema, 100)).toBe(false);
  expect(conformsTo(Array(200).fill(1), schema, 100)).toBe(false);
  expect(conformsTo(undefined, { type: 'string' }, 100)).toBe(false);
});
