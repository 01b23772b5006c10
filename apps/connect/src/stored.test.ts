import { expect, test } from '@jest/globals';
import { complaintsAbout, fieldsOf } from './form-fields.js';
import { toPatch } from './patch.js';
import { enteredOf } from './stored.js';
import { schema } from './testing/schema.js';

const fields = fieldsOf(schema);

const configuration = {
  ...{ url: 'https://hub.example', count: 3, on: false, include: ['light', 'sensor'] },
  ...{ parameters: { site: '7', key: 'a=b' }, interval_ms: 5000 },
  security: { scheme: 'digest', username: 'u' },
};

test('a form begins with what is stored, each value in its field', () => {
  const { values } = enteredOf(fields, { configuration, secrets: [] });
  expect(values).toEqual({
    ...{ '/url': 'https://hub.example', '/count': '3', '/on': false },
    ...{ '/include': 'light\nsensor', '/parameters': 'site=7\nkey=a=b', '/interval_ms': '5000' },
    ...{ '/security': 'basic / digest', '/security/scheme': 'digest' },
    '/security/username': 'u',
  });
});

test('what is not changed is stored again as it was', () => {
  const entered = enteredOf(fields, { configuration, secrets: ['/token'] });
  expect(entered.configuration).toEqual(configuration);
  expect(entered.stored).toEqual(['/token']);
  const patch = toPatch(fields, entered.configuration, entered.configuration);
  expect(patch).not.toHaveProperty('token');
  const { security, ...others } = patch;
  expect(Object.values(others)).not.toContain(null);
  expect(security).toEqual({ scheme: 'digest', username: 'u', token: null });
});

test('what no field can show is left as it is', () => {
  const strange = { url: { not: 'a text' }, include: [{ deep: true }], unknown: 1 };
  const entered = enteredOf(fields, { configuration: strange, secrets: [] });
  expect(entered).toMatchObject({ values: {}, configuration: {} });
});

test('a secret that is stored need not be entered, and any other one', () => {
  const { values } = enteredOf(fields, {
    configuration: { url: 'x', count: 1, security: { scheme: 'bearer' } },
    secrets: ['/security/token'],
  });
  expect(complaintsAbout(fields, values, ['/security/token'])).toEqual({});
  expect(complaintsAbout(fields, values, ['/token'])).toEqual({ '/security/token': 'required' });
});
