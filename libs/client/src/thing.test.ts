import { afterEach, describe, expect, test } from '@jest/globals';
import type { HttpServer } from '@trellis/testing';
import { startServer } from './testing/server.js';
import type { CapabilityView, Thing } from './thing.js';
import { Trellis } from './trellis.js';

let server: HttpServer;
afterEach(() => server.close());

const onOff = { '@type': 'OnOffProperty', type: 'boolean' };
const percent = { type: 'number', unit: '%' };

/** Reads a thing with these members from a server that accepts everything, writes with a status. */
async function read(members: object, status = 204): Promise<Thing> {
  const description = { id: 'urn:uuid:1', title: 'A', properties: {}, actions: {}, ...members };
  server = await startServer(({ method }) =>
    method === 'GET' ? { body: description } : { status, ...(status === 202 && { body: {} }) },
  );
  return new Trellis({ baseUrl: server.address, token: 'token' }).thing('1');
}

const sent = () =>
  server.requests.slice(1).map(({ method, url, body }) => `${method} ${url} ${body}`);
const path = '/api/v1/things/urn%3Auuid%3A1';

const lamp = {
  '@type': ['Light', 'OnOffSwitch'],
  properties: {
    on: { ...onOff, value: true },
    brightness: { ...percent, value: 40 },
    color_temperature: { type: 'integer', unit: 'K' },
  },
};

describe('a view of a capability', () => {
  test('has the known values, typed', async () => {
    const light = (await read(lamp)).as('light');
    const brightness: number | undefined = light?.brightness;
    const on: boolean | undefined = light?.on;
    expect({ brightness, on }).toEqual({ brightness: 40, on: true });
    expect(light).not.toHaveProperty('color_temperature');
    expect(light).not.toHaveProperty('color');
    // @ts-expect-error -- a lamp has no position
    expect(light?.position).toBeUndefined();
  });

  test('writes properties in one request', async () => {
    const light = (await read(lamp)).as('light')!;
    await light.set({ on: true, brightness: 7 });
    await light.set({});
    expect(sent()).toEqual([`PUT ${path}/properties {"on":true,"brightness":7}`]);
  });

  test.each([
    [204, true],
    [202, false],
  ])('says whether the device has reported what is written: %i', async (status, isConfirmed) => {
    const light = (await read(lamp, status)).as('light')!;
    expect(await light.set({ on: true })).toBe(isConfirmed);
  });

  test('offers the actions that the thing has', async () => {
    const lock = { '@type': ['Lock'], actions: { unlock: {} } };
    const view = (await read(lock)).as('lock')!;
    await view.unlock?.({ code: '1234' });
    expect(sent()).toEqual([`POST ${path}/actions/unlock {"code":"1234"}`]);
    expect(view.lock).toBeUndefined();
  });

  test.each([
    ['the type', { ...lamp, '@type': ['OnOffSwitch'] }],
    ['a main property', { ...lamp, properties: { color_temperature: { type: 'integer' } } }],
    ['the type of a value', { ...lamp, properties: { on: { type: 'integer' } } }],
    ['the role', { ...lamp, properties: { on: { ...onOff, role: 'configuration' } } }],
    ['the unit', { ...lamp, properties: { brightness: { type: 'number' } } }],
  ])('is undefined for a thing that lacks %s', async (_what, members) => {
    expect((await read(members)).as('light')).toBeUndefined();
  });

  test('takes the role that the capability has', async () => {
    const battery = { ...percent, role: 'diagnostic', value: 80 };
    const thing = await read({ '@type': ['PowerSource'], properties: { battery } });
    expect(thing.as('battery')?.battery).toBe(80);
  });

  test('exists for each of several equal parts, by number', async () => {
    const names = ['on_10', 'on_2', 'on_1'];
    const properties = Object.fromEntries(names.map((name) => [name, { ...onOff, value: false }]));
    const strip = await read({ '@type': ['SmartPlug', 'OnOffSwitch'], properties });
    const [first, , third] = strip.all('plug');
    await third!.set({ on: true });
    await first!.set({ on: true });
    await strip.as('plug')!.set({ on: false });
    expect(sent()).toEqual([
      `PUT ${path}/properties {"on_10":true}`,
      `PUT ${path}/properties {"on_1":true}`,
      `PUT ${path}/properties {"on_1":false}`,
    ]);
  });
});

test('only what can be written is set', async () => {
  const thing = await read(lamp);
  const light: CapabilityView<'light'> = thing.as('light')!;
  const sets = () => {
    // @ts-expect-error -- the color mode follows from other writes
    void light.set({ color_mode: 'color' });
    // @ts-expect-error -- a level is a number
    void light.set({ brightness: 'high' });
    // @ts-expect-error -- a measurement cannot be set
    void thing.as('temperature')?.set({ temperature: 20 });
    // @ts-expect-error -- no capability has this name
    thing.as('lamp');
  };
  expect(sets).toBeInstanceOf(Function);
});

test('all things of a capability are read as Thing Descriptions, page by page', async () => {
  const accepted: unknown[] = [];
  server = await startServer(({ headers }, index) => {
    accepted.push(headers.accept);
    const link = '<https://trellis.example/api/v1/things?cursor=next>; rel="next"';
    const body = [{ ...lamp, id: `urn:uuid:${index}`, title: `Lamp ${index}`, actions: {} }];
    const type = { 'content-type': 'application/ld+json' };
    return { headers: index === 0 ? { ...type, link } : type, body };
  });
  const trellis = new Trellis({ baseUrl: server.address, token: 'token' });
  const titles: string[] = [];
  for await (const thing of trellis.things({ query: { capability: 'light' } })) {
    if (thing.as('light')?.on) titles.push(thing.title);
  }
  expect(titles).toEqual(['Lamp 0', 'Lamp 1']);
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/things?capability=light',
    '/api/v1/things?capability=light&cursor=next',
  ]);
  expect(accepted).toEqual(Array(2).fill('application/ld+json'));
});
