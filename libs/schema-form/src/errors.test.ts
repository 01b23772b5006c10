import { describe, expect, test } from '@jest/globals';
import { assignErrors, validate } from './errors.js';
import { fieldsOf } from './fields.js';
import { schema } from './testing/schema.js';

const fields = fieldsOf(schema);

describe('input', () => {
  test('is refused where it is missing or no allowed number', () => {
    expect(validate(fields, {})).toEqual({ '/url': 'required', '/count': 'required' });
    for (const count of ['0', '6', '1.5', 'many']) {
      const errors = validate(fields, { '/url': 'x', '/count': count });
      expect([count, errors]).toEqual([count, { '/count': 'number' }]);
    }
    expect(validate(fields, { '/url': 'x', '/count': '5' })).toEqual({});
  });

  test('is refused where it is not JSON', () => {
    const json = fieldsOf({ properties: { any: {}, list: { type: 'array' } } });
    expect(validate(json, { '/any': 'text', '/list': 'text' })).toEqual({ '/list': 'json' });
  });

  test('is checked in the chosen variant only', () => {
    const values = { '/url': 'x', '/count': '1', '/security': 'bearer' };
    expect(validate(fields, values)).toEqual({ '/security/token': 'required' });
  });

  test('may leave out a stored secret, and no other one', () => {
    const values = { '/url': 'x', '/count': '1', '/security': 'bearer' };
    expect(validate(fields, values, ['/security/token'])).toEqual({});
    expect(validate(fields, values, ['/token'])).toEqual({ '/security/token': 'required' });
  });
});

describe('an error of the server', () => {
  const assign = (pointers: string[], values = {}) =>
    assignErrors(
      pointers.map((pointer) => ({ pointer, detail: `wrong: ${pointer}` })),
      { fields, values, prefix: '/configuration' },
    );

  test('is shown by the nearest field', () => {
    expect(assign(['/configuration/url', '/configuration/include/2']).byField).toEqual({
      '/url': 'wrong: /configuration/url',
      '/include': 'wrong: /configuration/include/2',
    });
    const pointer = '/configuration/security/token';
    expect(assign([pointer]).byField).toEqual({ '/security': `wrong: ${pointer}` });
    expect(assign([pointer], { '/security': 'bearer' }).byField).toEqual({
      '/security/token': `wrong: ${pointer}`,
    });
  });

  test('is reported apart from the fields where it belongs to none', () => {
    const { byField, others } = assign(['/url', '/configuration/unknown']);
    expect(byField).toEqual({});
    expect(others.map(({ pointer }) => pointer)).toEqual(['/url', '/configuration/unknown']);
  });
});
