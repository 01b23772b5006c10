import { describe, expect, test } from '@jest/globals';
import { httpJson } from './connector.js';
import { client, instance } from './configuration.js';
import { instanceSample } from './sample.js';
import { greenhouse } from './testing/greenhouse.js';

/** The errors of a description, by the members that they point at. */
const errorsOf = (description: object) =>
  Object.fromEntries(
    instance
      .safeParse(description)
      .error?.issues.map(({ path, message }) => [path.join('/'), message]) ?? [],
  );

type Change = (description: any) => void; // eslint-disable-line @typescript-eslint/no-explicit-any

const changed = (change: Change, description: object = greenhouse) => {
  const copy = structuredClone(description);
  change(copy);
  return errorsOf(copy);
};

test('the descriptions of the tests are valid', () => {
  expect(errorsOf(greenhouse)).toEqual({});
  expect(errorsOf(instanceSample)).toEqual({});
});

describe('an error points at the member:', () => {
  test.each<[string, Change, string, RegExp]>([
    [
      'a path that is none',
      (d) => (d.devices[0].entities = '$.['),
      'devices/0/entities',
      /JSONPath/,
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
      'OAuth 2',
      (d) => (d.authentication = { scheme: 'oauth2' }),
      'authentication/scheme',
      /connector of its own/,
    ],
    ['a host that is no parameter', (d) => (d.base_url = 'http://{x}'), 'base_url', /type host/],
    [
      'a repetition of one that is repeated',
      (d) =>
        (d.requests.list.each = {
          request: 'state',
          items: '$.a',
          variables: {},
        }),
      'requests/state/each/request',
      /without/,
    ],
    ['a body of a GET', (d) => (d.requests.list.body = {}), 'requests/list/body', /no body/],
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
  const place = { latitude: 52, longitude: 13 };
  expect(check(place)).toEqual([]);
  expect(check({ ...place, latitude: 91 }, 59_999)).toEqual([
    { path: ['parameters', 'latitude'], detail: 'Must be at most 90.' },
    { path: ['interval_ms'], detail: 'Must be at least 60000.' },
  ]);
  expect(check({ latitude: '52', altitude: 3 })).toEqual([
    { path: ['parameters', 'altitude'], detail: 'The description has no such parameter.' },
    { path: ['parameters', 'latitude'], detail: 'Must be a number.' },
    { path: ['parameters', 'longitude'], detail: 'Is required.' },
  ]);
});
