import { expect, test } from '@jest/globals';
import { fieldsOf } from './form-fields.js';
import { toPatch } from './patch.js';
import { schema } from './testing/schema.js';

const fields = fieldsOf(schema);

test('a configuration becomes another one by a patch, which removes what was taken out', () => {
  const patch = toPatch(fields, { url: 'a', token: 'b' }, { url: 'c' });
  expect(patch).toEqual({ url: 'c', token: null });
  const [before, after] = [{ site: '7', key: 'a' }, { site: '8' }];
  expect(toPatch(fields, { parameters: before }, { parameters: after })).toEqual({
    parameters: { site: '8', key: null },
  });
});

test('a configuration becomes one with other credentials by a patch that removes those of before', () => {
  const bearer = { scheme: 'bearer', token: 't' };
  const basic = { scheme: 'basic', username: 'u' };
  const patch = { security: { ...basic, token: null } };
  expect(toPatch(fields, { security: bearer }, { security: basic })).toEqual(patch);
  expect(toPatch(fields, {}, { security: basic })).toEqual(patch);
  expect(toPatch(fields, {}, { security: { scheme: 'bearer' } })).toEqual({
    security: { scheme: 'bearer', username: null },
  });
  expect(toPatch(fields, { security: bearer }, {})).toEqual({ security: null });
});

test('what is left of an object whose members are entered one by one may be a secret', () => {
  const grouped = fieldsOf({
    properties: {
      parameters: {
        type: 'object',
        properties: { host: { type: 'string' }, key: { type: 'string', format: 'password' } },
      },
    },
  });
  expect(toPatch(grouped, { parameters: { host: 'a' } }, {})).toEqual({
    parameters: { host: null },
  });
});
