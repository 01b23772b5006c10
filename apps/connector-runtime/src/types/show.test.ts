import { expect, test } from '@jest/globals';
import { configurationSchema } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import { createRegistry } from '../registry.js';
import { instanceSecrets, secretsIn } from '../secrets/show.js';
import { showDescription, withHidden } from './show.js';

const connector = createRegistry(connectors).get('x-test');

const described = {
  base_url: 'https://api.example',
  parameters: {
    api_key: { secret: true, default: 'default key' },
    site: { default: 'shown' },
    password: { secret: true, default: '' },
  },
  authentication: { scheme: 'basic', username: '{site}', password: 'a password' },
  requests: {
    all: {
      method: 'POST',
      path: '/all?app_key=written&site={site}',
      headers: {
        'X-Api-Key': '{api_key}',
        'X-Vendor': 'vendor id',
        'X-Partner-Key': 'partner',
        'X-Site': 'shown',
      },
      body: { token: 'a token', wanted: null },
    },
  },
  devices: [
    {
      request: 'all',
      id: '$.id',
      actions: [
        { name: 'ring_now', request: { path: '/open', headers: { 'X-Secret': 'in an array' } } },
      ],
    },
  ],
  secrets: ['X-Vendor'],
};
const description = connector.instance.schema.parse(described);
const { configuration, secrets } = showDescription(connector, description);

test('secrets that are written out are not shown, references to parameters are', () => {
  const text = JSON.stringify(configuration);
  for (const secret of [
    'default key',
    'a password',
    'written',
    'vendor id',
    'a token',
    'array',
    'partner',
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(configuration).toMatchObject({
    parameters: {
      api_key: { secret: true },
      site: { default: 'shown' },
      // Empty: there is nothing to hide, and to enter again.
      password: { secret: true, default: '' },
    },
    authentication: { scheme: 'basic', username: '{site}' },
    requests: { all: { headers: { 'X-Api-Key': '{api_key}', 'X-Site': 'shown' } } },
  });
  expect(secrets).toEqual(
    expect.arrayContaining([
      '/parameters/api_key/default',
      '/authentication/password',
      '/requests/all/path',
      '/requests/all/headers/X-Vendor',
    ]),
  );
});

test('the key that signs requests is not shown, what is signed is', () => {
  const authentication = {
    scheme: 'hmac',
    key: 'a signing key',
    text: ['{site}', '{timestamp}'],
    headers: { sign: '{signature}', 'X-Api-Key': 'a written key' },
    query: { access_key: 'another key' },
  };
  const signed = connector.instance.schema.parse({ ...described, authentication });
  const shown = showDescription(connector, signed);
  expect(JSON.stringify(shown.configuration)).not.toMatch(/signing key|written key|another key/);
  expect(shown.configuration).toMatchObject({
    authentication: { text: ['{site}', '{timestamp}'], headers: { sign: '{signature}' } },
  });
});

test('what is written out is redacted, what is beside it is not', () => {
  const schema = configurationSchema(connector.instance.schema);
  const found = secretsIn(schema, description, instanceSecrets(connector, description));
  for (const secret of ['a password', 'vendor id', 'in an array']) expect(found).toContain(secret);
  expect(found).not.toContain('ring_now');
});

test('what is shown can be sent again, and means the same', () => {
  const again = withHidden(configuration, description, configuration);
  expect(connector.instance.schema.parse(again)).toEqual(description);
});

test('a secret that is replaced, removed, or of another scheme does not come back', () => {
  const { requests, authentication, ...rest } = configuration as typeof described;
  const given = {
    ...rest,
    authentication: { scheme: 'none' },
    requests: { all: { ...requests.all, path: '/new', headers: { 'X-Vendor': null } } },
  };
  expect(authentication.scheme).toBe('basic');
  expect(withHidden(given, description, configuration)).toMatchObject({
    authentication: { scheme: 'none' },
    requests: { all: { path: '/new', headers: {} } },
    devices: description.devices,
  });
  const { authentication: changed } = withHidden(given, description, configuration) as {
    authentication: object;
  };
  expect(changed).toEqual({ scheme: 'none' });
});
