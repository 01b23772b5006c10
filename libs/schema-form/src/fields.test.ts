import { describe, expect, test } from '@jest/globals';
import { fieldsOf, shownFields } from './fields.js';
import { schema } from './testing/schema.js';

const fields = fieldsOf(schema);
const fieldAt = (pointer: string) => fields.find((field) => field.pointer === pointer)!;

describe('fields of a schema', () => {
  test('have the kind that suits the member', () => {
    expect(fields.map(({ pointer, kind }) => [pointer, kind])).toEqual([
      ['/url', 'url'],
      ['/count', 'number'],
      ['/token', 'secret'],
      ['/on', 'boolean'],
      ['/include', 'lines'],
      ['/parameters', 'pairs'],
      ['/ca', 'multiline'],
      ['/interval_ms', 'number'],
      ['/security', 'variants'],
    ]);
    expect(fieldAt('/url')).toMatchObject({
      label: 'Address',
      required: true,
      isAdvanced: false,
      placeholder: 'https://hub.example',
    });
  });

  test('are advanced if they seldom have to change', () => {
    const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
    const pointers = ['/on', '/include', '/parameters', '/ca', '/interval_ms'];
    expect(advanced.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('escape names in pointers', () => {
    const [field] = fieldsOf({ properties: { 'a/b~c': { type: 'string' } } });
    expect(field!.pointer).toBe('/a~1b~0c');
  });

  test('include the members of nested objects', () => {
    const properties = {
      latitude: { type: 'number' },
      key: { type: 'string', format: 'password' },
    };
    const parameters = { type: 'object', title: 'Place', required: ['latitude'], properties };
    const nested = fieldsOf({ required: ['parameters'], properties: { parameters } });
    expect(nested).toMatchObject([
      { pointer: '/parameters/latitude', kind: 'number', required: true, label: 'Place: latitude' },
      { pointer: '/parameters/key', kind: 'secret', required: false },
    ]);
    const optional = fieldsOf({ properties: { parameters } });
    expect(optional.map(({ required }) => required)).toEqual([false, false]);
  });

  test('fall back to JSON for what no input can show', () => {
    const text = { type: 'string' };
    const deep = {
      type: 'object',
      properties: { inner: { type: 'object', properties: { text } } },
    };
    const kinds = fieldsOf({
      properties: {
        numbers: { type: 'array', items: { type: 'number' } },
        deep: { type: 'array', items: deep },
        byName: { type: 'object', additionalProperties: deep },
        either: { anyOf: [text, { type: 'number' }] },
        nullable: { anyOf: [text, { type: 'null' }] },
        union: { type: ['number', 'null'] },
      },
    }).map(({ pointer, kind }) => [pointer, kind]);
    expect(kinds).toEqual([
      ['/numbers', 'json'],
      ['/deep', 'json'],
      ['/byName', 'json'],
      ['/either', 'json'],
      ['/nullable', 'text'],
      ['/union', 'number'],
    ]);
  });

  test('name variants by the member that tells them apart', () => {
    expect(fieldAt('/security').variants.map(({ label }) => label)).toEqual([
      'bearer',
      'basic / digest',
    ]);
  });

  test('are shown inside the chosen variant only', () => {
    const shown = shownFields(fields, { '/security': 'bearer' }).map(({ pointer }) => pointer);
    expect(shown).toContain('/security/token');
    expect(shown).not.toContain('/security/username');
  });
});
