import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { discover, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { homes, startHomes, token } from './testing/homes.js';
import type { ApiServer, Reply, SeenRequest } from './testing/server.js';

let api: ApiServer;
let answer: ApiServer['answer'];
beforeAll(async () => {
  api = await startHomes();
  ({ answer } = api);
});
beforeEach(() => void api.seen.splice(0));
afterEach(() => void (api.answer = answer));
afterAll(() => api.stop());

const context = () =>
  contextFor(httpJson, { instance: homes, client: { parameters: { host: api.host, token } } });

const paths = () => api.seen.map(({ url }) => url.pathname.replace('/api/v2', ''));

/** Lets the requests for a path fail. */
const failAt = (pathname: string) => {
  api.answer = (request: SeenRequest) =>
    request.url.pathname.endsWith(pathname) ? { status: 503, json: {} } : answer(request);
};

describe('homes, their zones, and the state of each zone', () => {
  test('are one device for each zone, and the outer requests are sent once', async () => {
    const { entities, complete, problems } = await discover(httpJson, context());
    expect(problems).toEqual([]);
    expect(complete).toBe(true);
    expect(entities.map(({ id, title, values }) => [id, title, values])).toEqual([
      ['1-1', 'Town: Bath', { temperature: 20, humidity: 41, setpoint: 22 }],
      ['1-2', 'Town: Hall', { temperature: 21, humidity: 42, setpoint: 18 }],
      ['2-1', 'Lake: Loft', { temperature: 20, humidity: 41, setpoint: 16 }],
    ]);
    expect(paths().toSorted()).toEqual([
      '/homes/1/zones',
      '/homes/1/zones/1/state',
      '/homes/1/zones/2/state',
      '/homes/2/zones',
      '/homes/2/zones/1/state',
      '/me',
    ]);
  });

  test('are written with the variables of all levels', async () => {
    const write = { device: '1-2', property: 'setpoint', value: 20.5 };
    await writeProperty(httpJson, context(), write);
    expect(api.seen.at(-1)).toMatchObject({
      method: 'PUT',
      url: { pathname: '/api/v2/homes/1/zones/2/overlay' },
      body: { setting: { type: 'HEATING', temperature: { celsius: 20.5 } } },
    });
    const { entities } = await discover(httpJson, context());
    expect(entities.find(({ id }) => id === '1-2')!.values.setpoint).toBe(20.5);
  });

  test('stay as they are where the zones of one home cannot be read', async () => {
    failAt('/homes/2/zones');
    const { entities, complete, problems } = await discover(httpJson, context());
    expect(entities.map(({ id }) => id)).toEqual(['1-1', '1-2']);
    expect(complete).toBe(false);
    expect(problems).toHaveLength(1);
  });

  test('stay as they are where the state of one zone cannot be read', async () => {
    failAt('/zones/2/state');
    const { entities, problems } = await discover(httpJson, context());
    expect(entities.map(({ id }) => id)).toEqual(['1-1', '2-1']);
    expect(problems).toMatchObject([{ device: '1-2' }]);
  });
});

describe('a request three deep', () => {
  const ofEach = (request: string, variable: string) => ({
    request,
    items: '$[*]',
    variables: { [variable]: '$' },
  });
  const nested = () =>
    contextFor(httpJson, {
      instance: {
        base_url: `http://${api.host}`,
        requests: {
          a: { path: '/' },
          b: { path: '/{a}', each: ofEach('a', 'a') },
          c: { path: '/{a}/{b}', each: ofEach('b', 'b') },
          d: { path: '/{a}/{b}/{c}', each: ofEach('c', 'c') },
        },
        devices: [{ request: 'd', entities: '$[*]', id: '{a}.{b}.{c}.{d}', variables: { d: '$' } }],
      },
      client: { parameters: {} },
    });

  test('has the variables of all outer items', async () => {
    api.answer = () => ({ json: [0, 1] });
    const { entities } = await discover(httpJson, nested());
    expect(entities).toHaveLength(16);
    expect(entities.map(({ id }) => id)).toEqual(expect.arrayContaining(['0.0.0.0', '0.1.0.1']));
    expect(api.seen).toHaveLength(1 + 2 + 4 + 8);
  });

  test('counts together with the outer ones', async () => {
    api.answer = () => ({ json: Array.from({ length: 10 }, (_, index) => index) });
    const { entities, complete, problems } = await discover(httpJson, nested());
    expect(api.seen).toHaveLength(200);
    expect(entities).toHaveLength((200 - 1 - 10 - 100) * 10);
    expect(complete).toBe(false);
    expect(problems.map(({ failure }) => failure.message).join()).toMatch(/at most 200/);
  });
});

describe('of two cars, one', () => {
  const status = { status: 408, means: 'item_away' };
  const battery = { capability: 'battery', value: '$.charge.level' };
  const garage = ({
    failures = [status] as object[],
    data = {},
    properties = [battery] as object[],
  }) =>
    contextFor(httpJson, {
      instance: {
        base_url: `http://${api.host}`,
        failures,
        requests: {
          list: { path: '/cars' },
          data: {
            path: '/cars/{car}',
            each: { request: 'list', items: '$.cars[*]', variables: { car: '$.vin' } },
          },
        },
        devices: [
          {
            request: 'list',
            entities: '$.cars[*]',
            id: 'car-{n}',
            variables: { n: '$.id' },
            title: '$.name',
          },
          { request: 'data', adds_only: true, id: '$.id', properties, ...data },
        ],
      },
      client: { parameters: {} },
    });
  const cars = [
    { id: 1, vin: 'A', name: 'Blue' },
    { id: 2, vin: 'B', name: 'Red' },
  ];
  /** Answers for the second car with this. */
  const answering =
    (reply: Reply) =>
    ({ url }: SeenRequest): Reply => {
      if (url.pathname === '/cars') return { json: { cars } };
      return url.pathname === '/cars/A' ? { json: { id: 'car-1', charge: { level: 71 } } } : reply;
    };
  const asleep: Reply = { status: 408, json: { error: 'vehicle is offline or asleep' } };

  test('that sleeps is there, not available, and keeps its values', async () => {
    api.answer = answering(asleep);
    const { entities, complete, problems } = await discover(httpJson, garage({}));
    expect(entities).toMatchObject([
      { id: 'car-1', title: 'Blue', available: true, values: { battery: 71 } },
      { id: 'car-2', title: 'Red', available: false, values: {}, forgotten: [] },
    ]);
    expect(entities[1]!.properties).toEqual(entities[0]!.properties);
    expect({ complete, problems }).toEqual({ complete: true, problems: [] });
  });

  test.each([
    ['408 of which the description says nothing', asleep, { failures: [] }, 'vehicle is offline'],
    ['403', { status: 403, json: {} }, {}, 'status 403'],
    ['a fault of its own', { status: 500, json: {} }, {}, 'status 500'],
    ['an answer of another form', { json: { id: null } }, {}, 'no id'],
    [
      'a form that differs from car to car',
      asleep,
      { properties: [{ ...battery, optional: true }] },
      'out of reach',
    ],
  ])('with %s is named by a warning, and stays as it is', async (_what, reply, given, message) => {
    api.answer = answering(reply);
    const { entities, complete, problems } = await discover(httpJson, garage(given));
    expect(entities.map(({ id }) => id)).toEqual(['car-1']);
    expect(complete).toBe(false);
    expect(problems).toMatchObject([
      { device: 'car-2', failure: { message: expect.stringContaining(message) } },
    ]);
  });
});

test('after an answer that allows no more requests, none is sent', async () => {
  api.answer = ({ url }) =>
    url.pathname === '/' ? { json: Array.from({ length: 50 }, (_, n) => n) } : { status: 429 };
  const context = contextFor(httpJson, {
    instance: {
      base_url: `http://${api.host}`,
      requests: {
        list: { path: '/' },
        one: { path: '/{n}', each: { request: 'list', items: '$[*]', variables: { n: '$' } } },
      },
      devices: [
        { request: 'list', entities: '$[*]', id: '$' },
        { request: 'one', id: '{n}', adds_only: true },
      ],
    },
    client: { parameters: {} },
  });
  const found = await discover(httpJson, context).catch((error) => error);
  expect(api.seen.length).toBeLessThanOrEqual(5);
  expect(found).toMatchObject({ facts: { cause: 'rate_limited' } });
});
