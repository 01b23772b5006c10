import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { discover, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { homes, startHomes, token } from './testing/homes.js';
import type { ApiServer, SeenRequest } from './testing/server.js';

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
