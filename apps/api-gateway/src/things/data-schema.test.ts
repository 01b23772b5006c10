import { describe, expect, test } from '@jest/globals';
import type { DataSchema, Problem } from '@trellis/contracts';
import { requireConforming } from './data-schema.js';

function pointersOfErrors(value: unknown, schema: DataSchema) {
  try {
    requireConforming(value, schema);
    return undefined;
  } catch (problem) {
    return (problem as Problem).extras.errors?.map(({ pointer }) => pointer);
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
