import { expect, test } from '@jest/globals';
import { formSchemaOf, hasMembers, patchSchemaOf, uiSchemaOf } from './schemas.js';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    host: { type: 'string', examples: ['192.0.2.20'] },
    ca: { type: 'string', contentMediaType: 'application/x-pem-file' },
    interval_ms: { type: 'integer', default: 5000, minimum: 1000 },
  },
  required: ['host'],
  additionalProperties: false,
};

test('examples are placeholders, and certificates have several lines', () => {
  expect(uiSchemaOf(schema)).toEqual({
    host: { 'ui:placeholder': '192.0.2.20' },
    ca: { 'ui:widget': 'textarea' },
  });
  expect(formSchemaOf(schema)).not.toHaveProperty('$schema');
  expect(formSchemaOf(schema).properties!.host).toEqual({ type: 'string' });
});

test('a patch requires nothing and changes nothing by itself', () => {
  expect(patchSchemaOf(schema)).toMatchObject({
    properties: { interval_ms: { type: 'integer', minimum: 1000 } },
    additionalProperties: false,
  });
  expect(patchSchemaOf(schema)).not.toHaveProperty('required');
  expect(JSON.stringify(patchSchemaOf(schema))).not.toContain('5000');
});

test('a schema without members needs no form', () => {
  expect(hasMembers(schema)).toBe(true);
  expect(hasMembers({ type: 'object', properties: {} })).toBe(false);
  expect(hasMembers({ type: 'object' })).toBe(false);
});

test('alternatives are named by what tells them apart, which is not asked for', () => {
  const alternatives = {
    oneOf: [
      { properties: { scheme: { enum: ['basic', 'digest'] }, username: {} } },
      { properties: { scheme: { const: 'bearer' }, token: {} } },
      { type: 'string' },
    ],
  };
  expect(formSchemaOf(alternatives).oneOf).toMatchObject([
    { title: 'basic or digest' },
    { title: 'bearer' },
    { title: 'string' },
  ]);
  expect(uiSchemaOf(alternatives)).toEqual({
    oneOf: [{}, { scheme: { 'ui:widget': 'hidden' } }, {}],
  });
});
