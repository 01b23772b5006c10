import { describe, expect, test } from '@jest/globals';
import { fieldsOf } from './fields.js';
import { schema } from './testing/schema.js';
import { initialValues, removeItem, toConfiguration, valuesOf } from './values.js';

const fields = fieldsOf(schema);

describe('a configuration', () => {
  test('begins with the defaults', () => {
    expect(initialValues(fields)).toEqual({ '/on': true, '/interval_ms': '5000' });
  });

  test('contains what was entered and no empty fields', () => {
    const values = {
      '/url': ' https://hub.example ',
      '/count': '3',
      '/token': ' secret ',
      '/on': false,
      '/include': 'light\n\n sensor ',
      '/parameters': 'site=7\nkey = a=b',
      '/ca': '  ',
    };
    expect(toConfiguration(fields, values)).toEqual({
      url: 'https://hub.example',
      count: 3,
      token: ' secret ',
      on: false,
      include: ['light', 'sensor'],
      parameters: { site: '7', key: 'a=b' },
    });
  });

  test('contains the chosen variant with its constants', () => {
    const bearer = { '/security': 'bearer', '/security/token': 't', '/security/username': 'u' };
    expect(toConfiguration(fields, bearer)).toEqual({ security: { scheme: 'bearer', token: 't' } });
    const digest = {
      '/security': 'basic / digest',
      '/security/scheme': 'digest',
      '/security/username': 'u',
    };
    expect(toConfiguration(fields, digest)).toEqual({
      security: { scheme: 'digest', username: 'u' },
    });
  });

  test('nests the members of objects, each with its own type', () => {
    const nested = fieldsOf({
      required: ['parameters'],
      properties: {
        parameters: {
          type: 'object',
          required: ['heated'],
          properties: {
            latitude: { type: 'number' },
            heated: { type: 'boolean' },
            level: { type: 'number', enum: [1, 2], default: 1 },
          },
        },
      },
    });
    const values = { ...initialValues(nested), '/parameters/latitude': '52.5' };
    const parameters = { latitude: 52.5, heated: false, level: 1 };
    expect(toConfiguration(nested, values)).toEqual({ parameters });
  });

  test('escapes names', () => {
    const escaped = fieldsOf({ properties: { 'a/b~c': { type: 'string' } } });
    expect(toConfiguration(escaped, { '/a~1b~0c': 'x' })).toEqual({ 'a/b~c': 'x' });
  });
});

describe('a list of objects', () => {
  const list = fieldsOf({
    properties: {
      rooms: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, floor: { type: 'integer' } },
        },
      },
    },
  });
  const configuration = { rooms: [{ name: 'Hall', floor: 0 }, { name: 'Attic' }, { floor: 2 }] };

  test('has fields for each item', () => {
    const values = valuesOf(list, configuration);
    expect(values).toEqual({
      '/rooms': '3',
      '/rooms/0/name': 'Hall',
      '/rooms/0/floor': '0',
      '/rooms/1/name': 'Attic',
      '/rooms/2/floor': '2',
    });
    expect(toConfiguration(list, values)).toEqual(configuration);
  });

  test('closes the gap when an item is removed', () => {
    const [hall, , third] = configuration.rooms;
    const values = removeItem(list[0]!, 1, valuesOf(list, configuration));
    expect(toConfiguration(list, values)).toEqual({ rooms: [hall, third] });
    const none = removeItem(list[0]!, 0, removeItem(list[0]!, 0, values));
    expect(toConfiguration(list, none)).toEqual({});
  });
});

describe('JSON', () => {
  const json = fieldsOf({
    properties: {
      any: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      list: { type: 'array' },
    },
  });

  test('is parsed, and text is taken as it is where the schema allows text', () => {
    expect(toConfiguration(json, { '/any': '5', '/list': '[1]' })).toEqual({ any: 5, list: [1] });
    expect(toConfiguration(json, { '/any': 'five' })).toEqual({ any: 'five' });
    expect(valuesOf(json, { any: 'five', list: [1] })).toEqual({
      '/any': 'five',
      '/list': '[\n  1\n]',
    });
  });
});

describe('a stored configuration', () => {
  const configuration = {
    url: 'https://hub.example',
    count: 3,
    on: false,
    include: ['light', 'sensor'],
    parameters: { site: '7', key: 'a=b' },
    interval_ms: 5000,
    security: { scheme: 'digest', username: 'u' },
  };

  test('is shown in its fields and entered again unchanged', () => {
    const values = valuesOf(fields, configuration);
    expect(values).toEqual({
      '/url': 'https://hub.example',
      '/count': '3',
      '/on': false,
      '/include': 'light\nsensor',
      '/parameters': 'site=7\nkey=a=b',
      '/interval_ms': '5000',
      '/security': 'basic / digest',
      '/security/scheme': 'digest',
      '/security/username': 'u',
    });
    expect(toConfiguration(fields, values)).toEqual(configuration);
  });

  test('is left out where no field can show it', () => {
    const strange = { url: { not: 'a text' }, include: [{ deep: true }], unknown: 1 };
    expect(valuesOf(fields, strange)).toEqual({});
  });
});

test('an option is shown by its label or title, and sent as its value', () => {
  const fields = fieldsOf({
    properties: {
      mode: { enum: ['eco', 2], labels: { eco: 'Saving' } },
      level: { oneOf: [{ const: 1, title: 'Low' }, { const: 9 }] },
    },
  });
  expect(fields.map(({ kind, options }) => [kind, options.map(({ label }) => label)])).toEqual([
    ['select', ['Saving', '2']],
    ['select', ['Low', '9']],
  ]);
  expect(toConfiguration(fields, { '/mode': '2', '/level': '1' })).toEqual({ mode: 2, level: 1 });
  expect(valuesOf(fields, { mode: 'eco', level: 9 })).toEqual({ '/mode': 'eco', '/level': '9' });
});
