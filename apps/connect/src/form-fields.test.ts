import { describe, expect, test } from '@jest/globals';
import { complaintsAbout, fieldsOf, initialValues, toConfiguration } from './form-fields.js';
import { schema } from './testing/schema.js';

const fields = fieldsOf(schema);
const fieldAt = (pointer: string) => fields.find((field) => field.pointer === pointer)!;

describe('the fields of a schema', () => {
  test('are of the kinds that their members need', () => {
    expect(fields.map(({ pointer, kind }) => [pointer, kind])).toEqual([
      ['/url', 'url'],
      ['/count', 'number'],
      ['/token', 'password'],
      ['/on', 'boolean'],
      ['/include', 'lines'],
      ['/parameters', 'pairs'],
      ['/ca', 'long'],
      ['/interval_ms', 'number'],
      ['/security', 'variants'],
    ]);
    expect(fieldAt('/url')).toMatchObject({
      ...{ title: 'Address', required: true, isAdvanced: false },
      example: 'https://hub.example',
    });
  });

  test('that few have to change are advanced', () => {
    const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
    expect(advanced.map(({ pointer }) => pointer)).toEqual([
      ...['/on', '/include', '/parameters', '/ca', '/interval_ms'],
    ]);
  });

  test('begin with the defaults', () => {
    expect(initialValues(fields)).toEqual({ '/on': true, '/interval_ms': '5000' });
  });

  test('have names of any text', () => {
    const [field] = fieldsOf({ properties: { 'a/b~c': { type: 'string' } } });
    expect(field!.pointer).toBe('/a~1b~0c');
    expect(toConfiguration([field!], { '/a~1b~0c': 'x' })).toEqual({ 'a/b~c': 'x' });
  });
});

describe('a configuration', () => {
  test('has what was entered, and nothing of what was left empty', () => {
    const entered = {
      ...{ '/url': ' https://hub.example ', '/count': '3', '/token': ' secret ', '/on': false },
      ...{ '/include': 'light\n\n sensor ', '/parameters': 'site=7\nkey = a=b', '/ca': '  ' },
    };
    expect(toConfiguration(fields, entered)).toEqual({
      ...{ url: 'https://hub.example', count: 3, token: ' secret ', on: false },
      ...{ include: ['light', 'sensor'], parameters: { site: '7', key: 'a=b' } },
    });
  });

  test('has the variant that was chosen, with what makes it that', () => {
    expect(fieldAt('/security').variants.map(({ label }) => label)).toEqual([
      ...['bearer', 'basic / digest'],
    ]);
    const entered = { '/security': 'bearer', '/security/token': 't', '/security/username': 'u' };
    expect(toConfiguration(fields, entered)).toEqual({
      security: { scheme: 'bearer', token: 't' },
    });
    const other = { '/security': 'basic / digest', '/security/scheme': 'digest' };
    expect(toConfiguration(fields, { ...other, '/security/username': 'u' })).toEqual({
      security: { scheme: 'digest', username: 'u' },
    });
  });

  test('has what is declared one by one, each of its own type', () => {
    const declared = fieldsOf({
      properties: {
        parameters: {
          type: 'object',
          required: ['latitude', 'heated'],
          properties: {
            latitude: { type: 'number', title: 'Latitude', minimum: -90, maximum: 90 },
            key: { type: 'string', format: 'password' },
            heated: { type: 'boolean' },
            level: { type: 'number', enum: [1, 2], default: 1 },
          },
        },
      },
    });
    expect(declared.map(({ pointer, kind, required }) => [pointer, kind, required])).toEqual([
      ['/parameters/latitude', 'number', true],
      ['/parameters/key', 'password', false],
      ['/parameters/heated', 'boolean', true],
      ['/parameters/level', 'select', false],
    ]);
    const entered = { ...initialValues(declared), '/parameters/latitude': '52.5' };
    expect(toConfiguration(declared, entered)).toEqual({
      parameters: { latitude: 52.5, heated: false, level: 1 },
    });
    expect(complaintsAbout(declared, { '/parameters/latitude': '100' })).toEqual({
      '/parameters/latitude': 'number',
    });
  });
});

describe('what was entered', () => {
  test('is complained about where it cannot be sent', () => {
    expect(complaintsAbout(fields, {})).toEqual({ '/url': 'required', '/count': 'required' });
    for (const count of ['0', '6', '1.5', 'many']) {
      const found = complaintsAbout(fields, { '/url': 'x', '/count': count });
      expect([count, found]).toEqual([count, { '/count': 'number' }]);
    }
    expect(complaintsAbout(fields, { '/url': 'x', '/count': '5' })).toEqual({});
  });

  test('is complained about in the variant that was chosen, and in no other', () => {
    const entered = { '/url': 'x', '/count': '1', '/security': 'bearer' };
    expect(complaintsAbout(fields, entered)).toEqual({ '/security/token': 'required' });
  });
});
