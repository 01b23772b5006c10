import { expect, test } from '@jest/globals';
import { errorsOf, validator } from './validator.js';

const schema = {
  type: 'object',
  properties: {
    devices: { type: 'integer', minimum: 1 },
    security: {
      oneOf: [
        { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
        { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
      ],
    },
  },
  required: ['devices'],
  additionalProperties: false,
} as const;

test('a missing member is named', () => {
  expect(errorsOf({}, schema)).toMatchObject([{ property: '.devices', message: 'Is required.' }]);
});

test('a member out of range is named', () => {
  expect(errorsOf({ devices: 0 }, schema)).toMatchObject([{ property: '.devices' }]);
});

test('data that conform have no errors', () => {
  expect(errorsOf({ devices: 3, security: { key: 'a' } }, schema)).toEqual([]);
});

test('alternatives are told apart', () => {
  const { oneOf } = schema.properties.security;
  expect(
    oneOf.map((one) => validator.isValid(one as never, { key: 'a' }, schema as never)),
  ).toEqual([false, true]);
});
