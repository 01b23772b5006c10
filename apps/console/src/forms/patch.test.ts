import { expect, test } from '@jest/globals';
import { patchOf } from './patch.js';

const secret = { type: 'string', writeOnly: true };
const schema = {
  properties: {
    url: { type: 'string' },
    password: secret,
    security: {
      oneOf: [
        { properties: { scheme: { const: 'bearer' }, token: secret } },
        { properties: { scheme: { enum: ['basic', 'digest'] }, username: {}, password: secret } },
      ],
    },
  },
};

const stored = {
  configuration: { url: 'a', prefix: 'x', security: { scheme: 'bearer' } },
  secrets: ['/password', '/security/token'],
};

test('what was emptied is removed, and secrets stay', () => {
  const after = { url: 'b', security: { scheme: 'bearer' }, prefix: undefined };
  expect(patchOf(schema, stored, after)).toEqual({
    ...{ url: 'b', prefix: null, security: { scheme: 'bearer' } },
  });
  expect(patchOf(schema, stored, { password: 'new' })).toEqual({
    ...{ password: 'new', url: null, prefix: null, security: null },
  });
});

test('another alternative is chosen without the secrets of the one before', () => {
  const security = { scheme: 'digest', username: 'u', password: 'p' };
  expect(patchOf(schema, stored, { ...stored.configuration, security }).security).toEqual({
    ...security,
    token: null,
  });
  const basic = {
    configuration: { security: { scheme: 'basic' } },
    secrets: ['/security/password'],
  };
  expect(patchOf(schema, basic, { security: { scheme: 'digest' } })).toEqual({
    security: { scheme: 'digest' },
  });
});
