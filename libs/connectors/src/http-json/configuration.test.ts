import { describe, expect, test } from '@jest/globals';
import { httpJson, instanceSample } from './connector.js';
import { client, instance } from './configuration.js';
import { greenhouse } from './testing/greenhouse.js';

/** The errors of a description, by the members that they point at. */
const errorsOf = (description: object) =>
  Object.fromEntries(
    instance
      .safeParse(description)
      .error?.issues.map(({ path, message }) => [path.join('/'), message]) ?? [],
  );

type Change = (description: any) => void; // eslint-disable-line @typescript-eslint/no-explicit-any

const oauth2: Record<string, unknown> = {
  scheme: 'oauth2',
  authorization_endpoint: 'https://id.example/authorize',
  token_endpoint: 'https://id.example/token',
  client_id: 'app',
  client_secret: 'a secret {of} the app',
  origin_callback_uri: 'https://app.example/connected',
};

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(oauth2).filter(([name]) => !names.includes(name)));

const changed = (change: Change, description: object = greenhouse) => {
  const copy = structuredClone(description);
  change(copy);
  return errorsOf(copy);
};

test('the descriptions of the tests are valid', () => {
  expect(errorsOf(greenhouse)).toEqual({});
  expect(errorsOf(instanceSample)).toEqual({});
  expect(errorsOf({ ...greenhouse, authentication: oauth2 })).toEqual({});
});

const ofEach = (request: string) => ({ request, items: '$.a', variables: {} });

describe('an error points at the member:', () => {
  test.each<[string, Change, string, RegExp]>([
    [
      'a path that is none',
      (d) => (d.devices[0].entities = '$.['),
      'devices/0/entities',
      /JSONPath/,
    ],
    [
      'an expression that is none',
      (d) => (d.requests.list.transform = 'items['),
      'requests/list/transform',
      /JSONata.*character 6/,
    ],
    [
      'an expression without bounds',
      (d) => (d.devices[1].properties[2].write.expression = '$eval($)'),
      'devices/1/properties/2/write/expression',
      /\$eval/,
    ],
    [
      'a value in two places',
      (d) => (d.devices[1].properties[0].expression = 'temp_f'),
      'devices/1/properties/0/expression',
      /beside/,
    ],
    [
      'a request that is missing',
      (d) => (d.devices[0].request = 'x'),
      'devices/0/request',
      /no such/,
    ],
    ['an unknown variable', (d) => (d.devices[0].id = '{x}'), 'devices/0/id', /not known/],
    ['a secret in a title', (d) => (d.devices[0].title = '{key}'), 'devices/0/title', /secret/],
    [
      'a secret in an address',
      (d) => (d.requests.list.path = '/v1{?key}'),
      'requests/list/path',
      /secret/,
    ],
    [
      'a capability that does not exist',
      (d) => (d.devices[1].properties[0].capability = 'warmth'),
      'devices/1/properties/0/capability',
      /no such/,
    ],
    [
      'a unit that cannot be converted',
      (d) => (d.devices[1].properties[0].remote_unit = 'hPa'),
      'devices/1/properties/0/remote_unit',
      /°C/,
    ],
    [
      'a capability with several properties',
      (d) => (d.devices[1].properties[0].capability = 'light'),
      'devices/1/properties/0/capability',
      /light\.on.*light\.brightness/,
    ],
    [
      'the name of a property of several capabilities for something else',
      (d) => (d.devices[1].properties[0] = { name: 'on', type: 'boolean' }),
      'devices/1/properties/0/name',
      /light\.on.*switch\.on/,
    ],
    [
      'the name of a capability for something else',
      (d) => (d.devices[1].properties[0] = { name: 'temperature', type: 'string' }),
      'devices/1/properties/0/name',
      /capability/,
    ],
    [
      'a header that is not for descriptions',
      (d) => (d.requests.list.headers = { Host: 'a' }),
      'requests/list/headers/Host',
      /.+/,
    ],
    [
      'an end user who cannot authorize the app',
      (d) => (d.authentication = without('authorization_endpoint')),
      'authentication/authorization_endpoint',
      /required/,
    ],
    [
      'an address of the app that is none',
      (d) => (d.authentication = { ...oauth2, origin_callback_uri: 'javascript:alert(1)' }),
      'authentication/origin_callback_uri',
      /.+/,
    ],
    [
      'an app without a secret that is trusted by itself',
      (d) => (d.authentication = { ...without('client_secret'), grant: 'client_credentials' }),
      'authentication/client_secret',
      /required/,
    ],
    [
      'an end user where the app is trusted by itself',
      (d) => (d.authentication = { ...oauth2, grant: 'client_credentials' }),
      'authentication/origin_callback_uri',
      /client_credentials has none/,
    ],
    [
      'a parameter that a client id has and the description lacks',
      (d) =>
        (d.authentication = {
          ...without('authorization_endpoint', 'origin_callback_uri'),
          grant: 'client_credentials',
          client_id: '{x}',
        }),
      'authentication/client_id',
      /not known/,
    ],
    ['a host that is no parameter', (d) => (d.base_url = 'http://{x}'), 'base_url', /type host/],
    [
      'a repetition that leads to itself',
      (d) => (d.requests.list.each = ofEach('state')),
      'requests/state/each/request',
      /itself/,
    ],
    [
      'a repetition of what is not there',
      (d) => (d.requests.state.each.request = 'none'),
      'requests/state/each/request',
      /no such request/,
    ],
    [
      'a repetition that is nested too deep',
      (d) =>
        Object.assign(d.requests, {
          b: { path: '/b', each: ofEach('state') },
          c: { path: '/c', each: ofEach('b') },
          e: { path: '/e', each: ofEach('c') },
        }),
      'requests/e/each/request',
      /at most 3 deep/,
    ],
    [
      'an identity in an answer that is none',
      (d) => (d.identity = { request: 'site', value: '$.id' }),
      'identity/request',
      /no such request/,
    ],
    [
      'an identity in a request that is repeated',
      (d) => (d.identity.request = 'state'),
      'identity/request',
      /without/,
    ],
    ['a body of a GET', (d) => (d.requests.list.body = {}), 'requests/list/body', /no body/],
    [
      'an option of a parameter that is there twice',
      (d) => (d.parameters.unit = { enum: ['C', 'F', 'C'] }),
      'parameters/unit/enum/2',
      /twice/,
    ],
    [
      'a range of a parameter with nothing in it',
      (d) => (d.parameters.level = { type: 'number', minimum: 2, maximum: 1 }),
      'parameters/level/minimum',
      /at most 1/,
    ],
    [
      'an option of a property that is there twice',
      (d) => d.devices[1].properties.push({ name: 'mode', type: 'string', enum: ['a', 'b', 'b'] }),
      'devices/1/properties/5/enum/2',
      /twice/,
    ],
    [
      'a range that leaves nothing of that of a capability',
      (d) => (d.devices[1].properties[1] = { capability: 'humidity', value: '$.rh', minimum: 101 }),
      'devices/1/properties/1/minimum',
      /at most 100/,
    ],
    [
      'a range of an input with nothing in it',
      (d) => (d.devices[0].actions[0].input = { type: 'integer', minimum: 9, maximum: 5 }),
      'devices/0/actions/0/input/minimum',
      /at most 5/,
    ],
    [
      'a default of another type',
      (d) => (d.parameters.host.default = 1),
      'parameters/host/default',
      /string/,
    ],
  ])('%s', (_what, change, member, detail) => {
    expect(changed(change)).toMatchObject({ [member]: expect.stringMatching(detail) });
  });
});

test('all errors of a description are named at once', () => {
  const errors = changed((description) => {
    description.devices[0].entities = '$.[';
    description.devices[0].title = '{x}';
    description.devices[1].properties[0].capability = 'warmth';
  });
  expect(Object.keys(errors)).toEqual([
    'devices/0/entities',
    'devices/0/title',
    'devices/1/properties/0/capability',
  ]);
});

test('a client says what the description asks for', () => {
  const check = (parameters: object, interval_ms = 60_000) =>
    httpJson.checkClient!({
      instance: instance.parse(instanceSample),
      client: client.parse({ parameters, interval_ms }),
    });
  const position = { latitude: 52, longitude: 13 };
  expect(check(position)).toEqual([]);
  expect(check({ ...position, latitude: 91 }, 59_999)).toEqual([
    { path: ['parameters', 'latitude'], detail: 'Must be at most 90.' },
    { path: ['interval_ms'], detail: 'Must be at least 60000.' },
  ]);
  expect(check({ latitude: '52', altitude: 3 })).toEqual([
    { path: ['parameters', 'altitude'], detail: 'The description has no such parameter.' },
    { path: ['parameters', 'latitude'], detail: 'Must be a number.' },
    { path: ['parameters', 'longitude'], detail: 'Is required.' },
  ]);
});
