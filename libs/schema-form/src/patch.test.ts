import { expect, test } from '@jest/globals';
import { fieldsOf } from './fields.js';
import { toPatch } from './patch.js';
import { schema } from './testing/schema.js';

const fields = fieldsOf(schema);

test('members that were emptied are removed', () => {
  const patch = toPatch(fields, { url: 'a', token: 'b' }, { url: 'c' });
  expect(patch).toEqual({ url: 'c', token: null });
  const [before, after] = [{ site: '7', key: 'a' }, { site: '8' }];
  expect(toPatch(fields, { parameters: before }, { parameters: after })).toEqual({
    parameters: { site: '8', key: null },
  });
});

test('an unchanged configuration removes nothing but secrets of other variants', () => {
  const configuration = { url: 'a', count: 3, security: { scheme: 'digest', username: 'u' } };
  expect(toPatch(fields, configuration, configuration)).toEqual({
    ...configuration,
    security: { scheme: 'digest', username: 'u', token: null },
  });
});

test('another variant removes the members of the one before', () => {
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

test('an emptied group of fields keeps its secrets', () => {
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
