import { expect, test } from '@jest/globals';
import type { DataSchema } from '../api/things.js';
import { controlOf } from './control-of.js';

test.each<[DataSchema, object]>([
  [{ type: 'boolean' }, { kind: 'switch' }],
  [
    { type: 'number', minimum: 0, maximum: 100 },
    { kind: 'slider', minimum: 0, maximum: 100, step: 1 },
  ],
  [
    { type: 'number', minimum: 0, maximum: 1 },
    { kind: 'slider', minimum: 0, maximum: 1, step: 0.01 },
  ],
  [
    { type: 'integer', minimum: 2000, maximum: 6500 },
    { kind: 'slider', minimum: 2000, maximum: 6500, step: 1 },
  ],
  [
    { type: 'number', minimum: 5, maximum: 30, multipleOf: 0.5 },
    { kind: 'slider', minimum: 5, maximum: 30, step: 0.5 },
  ],
  [
    { type: 'number', minimum: 0 },
    { kind: 'number', step: 'any' },
  ],
  [
    { type: 'integer', minimum: 3, maximum: 3 },
    { kind: 'number', step: 1 },
  ],
  [
    { type: 'string', enum: ['heat', 'off'] },
    { kind: 'choice', values: ['heat', 'off'] },
  ],
  [
    { type: 'string', maxLength: 8 },
    { kind: 'text', maxLength: 8 },
  ],
  [{ type: 'object', enum: [{}] }, { kind: 'json' }],
  [{}, { kind: 'json' }],
])('%j is entered by %j', (schema, control) => {
  expect(controlOf(schema)).toEqual(control);
});
