import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  AnotherDevice,
  discover,
  DeviceUnavailable,
  invokeAction,
  writeProperty,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { startApi, type Reply, type SeenRequest } from './testing/server.js';

const api = await startApi(() => ({ json: [] }));
beforeEach(() => void api.seen.splice(0));
afterAll(() => api.stop());

const on = {
  capability: 'light.on',
  value: '$.on',
  write: { path: '/rooms/{room}/lamps/{lamp}', body: { on: '{value}' } },
};
const level = {
  capability: 'light.brightness',
  value: '$.level',
  optional: true,
  write: { path: '/lamps/{lamp}', body: { level: '{value}' } },
};

const lamps = (
  overrides: { properties?: object[]; instance?: object; variables?: object } = {},
) => ({
  base_url: `http://${api.host}`,
  parameters: { region: { default: 'eu' } },
  requests: { list: { path: '/{region}/lamps' } },
  devices: [
    {
      request: 'list',
      entities: '$.lamps[*]',
      id: '$.id',
      variables: { lamp: '$.id', room: '$.room', unused: '$.note', ...overrides.variables },
      properties: overrides.properties ?? [on, level],
      actions: [
        { name: 'blink', request: { method: 'POST', path: '/lamps/{lamp}/blink', output: '$.n' } },
      ],
    },
  ],
  ...overrides.instance,
});

const both = [
  { id: 'a', room: 'hall', on: true, level: 40, note: 'x'.repeat(2_000) },
  { id: 'b', room: 'bath', on: false },
];

const answer =
  (all: object[] = both) =>
  ({ method }: SeenRequest): Reply => ({
    json: method === 'GET' ? { lamps: all, serial: 's1' } : { n: 3 },
  });

/** Polls, and returns what a write needs; later requests are counted from there. */
async function polled(instance: object, all?: object[]) {
  api.answer = answer(all);
  const context = contextFor(httpJson, { instance, client: {} });
  const { entities } = await discover(httpJson, context);
  api.seen.splice(0);
  const handles = new Map(entities.map(({ id, handle }) => [id, handle]));
  return { context, entities, handles };
}

const sent = () => api.seen.map(({ method, url }) => `${method} ${url.pathname}`);

describe('a write', () => {
  test('to a device that is known costs one request', async () => {
    const { context, handles } = await polled(lamps());
    const device = { device: 'b', handle: handles.get('b') };
    await writeProperty(httpJson, context, { ...device, property: 'on', value: true });
    expect(sent()).toEqual(['PUT /rooms/bath/lamps/b']);
    expect(api.seen[0]!.body).toEqual({ on: true });
    const blinked = { ...device, action: 'blink', input: undefined };
    expect(await invokeAction(httpJson, context, blinked)).toBe(3);
    expect(sent()).toEqual(['PUT /rooms/bath/lamps/b', 'POST /lamps/b/blink']);
  });

  test('finds the properties that a poll has found, and no others', async () => {
    const { context, handles } = await polled(lamps());
    const write = (device: string) => {
      const given = { device, handle: handles.get(device), property: 'brightness', value: 70 };
      return writeProperty(httpJson, context, given);
    };
    await write('a');
    await expect(write('b')).rejects.toMatchObject({ facts: { cause: 'no_such_command' } });
    expect(sent()).toEqual(['PUT /lamps/a']);
  });

  test('to a device that the last poll found unavailable is not sent', async () => {
    const { context, handles } = await polled(lamps());
    const device = { device: 'b', handle: handles.get('b'), isUnavailable: true };
    const written = writeProperty(httpJson, context, { ...device, property: 'on', value: true });
    await expect(written).rejects.toBeInstanceOf(DeviceUnavailable);
    expect(api.seen).toEqual([]);
  });

  test('reads first which device answers where the description has its identity', async () => {
    const identity = { request: 'list', value: '$.serial' };
    const { context, handles } = await polled(lamps({ instance: { identity } }));
    const write = { device: 'a', handle: handles.get('a'), property: 'on', value: true };
    await writeProperty(httpJson, context, write);
    expect(sent()).toEqual(['GET /eu/lamps', 'PUT /rooms/hall/lamps/a']);
    api.answer = () => ({ json: { serial: 's2' } });
    const written = writeProperty(httpJson, context, write);
    await expect(written).rejects.toBeInstanceOf(AnotherDevice);
    expect(sent()).toHaveLength(3);
  });

  test.each([
    ['nothing', undefined],
    ['a description that has changed', '["other",[[0,{"lamp":"a","room":"hall"},[]]]]'],
    ['another form', '[1,2'],
    ['the name of a prototype', '["__proto__",[[0,{"__proto__":1},[]]]]'],
  ])('with what is known from %s polls', async (_what, handle) => {
    const { context } = await polled(lamps());
    await writeProperty(httpJson, context, { device: 'a', handle, property: 'on', value: false });
    expect(sent()).toEqual(['GET /eu/lamps', 'PUT /rooms/hall/lamps/a']);
  });
});

describe('what is stored with a device', () => {
  test('is what its commands need, and nothing of the parameters', async () => {
    const { handles } = await polled(lamps({ variables: { region: '{region}' } }));
    expect(JSON.parse(handles.get('b')!)).toEqual([
      expect.any(String),
      [[0, { lamp: 'b', room: 'bath' }, [1]]],
    ]);
  });

  test.each([
    ['a device that nothing writes to', { properties: [], actions: [] }],
    ['a secret', { variables: { lamp: '$.id', room: '$.room', token: '$.key' } }],
    ['a device with options of its own', { properties: [{ ...on, ...{ enum: '$.modes[*]' } }] }],
  ])('is nothing of %s', async (_what, overrides) => {
    const write = { path: '/lamps/{token}', body: { level: '{value}' } };
    const instance = lamps();
    const [device] = instance.devices;
    const isSecret = 'variables' in overrides;
    const properties = isSecret ? [{ ...level, write }] : device!.properties;
    const given = { ...instance, devices: [{ ...device, properties, ...overrides }] };
    const keyed = both.map((lamp) => ({ ...lamp, key: 'k-1234', modes: [1, 2] }));
    const { handles } = await polled(given, keyed);
    expect([...handles.values()].every((handle) => handle === undefined)).toBe(true);
  });

  test('is nothing that is too long', async () => {
    const { handles } = await polled(lamps(), [{ id: 'c', room: 'y'.repeat(1_000) }]);
    expect(handles.get('c')).toBeUndefined();
  });
});
