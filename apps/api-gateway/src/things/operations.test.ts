import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const now = '2026-11-21T00:00:00.000Z';
const api = 'http://trellis.test/api/v1';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  sendJson(gateway, 'GET', path, { headers });

describe('a thing', () => {
  beforeEach(() => {
    calls['things.create'] = ({ state, app }: { state: object; app: string }) => ({
      ...state,
      id,
      availability: { state: 'available' },
      creator: { kind: 'app', id: app },
      created: now,
      modified: now,
    });
  });
  const create = (thing: object) =>
    sendJson(gateway, 'POST', '/api/v1/things', { body: { title: 'Lamp', ...thing } });

  test.each([
    [{ '@type': 'Light' }, ['Light']],
    [{ '@type': ['Light', 'OnOffSwitch', 'Light'] }, ['Light', 'OnOffSwitch']],
    [{}, undefined],
    [{ '@type': [] }, undefined],
  ])('created with %j has that @type', async (given, shown) => {
    const { status, body } = await create(given);
    expect(status).toBe(201);
    expect((body as Record<string, unknown>)['@type']).toEqual(shown);
  });

  test.each([{ '@type': 5 }, { '@type': 'tm:ThingModel' }, { '@type': '' }])(
    'is not created with %j',
    async (given) => {
      expect(await create(given)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/@type' }] },
      });
    },
  );

  test('is created with values, which are shown on its properties', async () => {
    const properties = { on: { type: 'boolean', value: false }, level: { type: 'integer' } };
    const { body } = await create({ properties });
    expect(body).toMatchObject({ properties: { on: { type: 'boolean', value: false } } });
    expect((body as { properties: { level: object } }).properties.level).not.toHaveProperty(
      'value',
    );
  });

  test('is shown anew when only what is requested of it changes', async () => {
    const lamp = {
      id,
      title: 'Lamp',
      types: [],
      properties: { on: { type: 'boolean' } },
      actions: {},
      events: {},
      values: { on: false },
      available: true,
      availability: { state: 'available' },
      creator: { kind: 'client', id },
      created: now,
      modified: now,
    };
    calls['things.read'] = () => lamp;
    const path = `/api/v1/things/${id}`;
    const headers = { authorization: `Bearer ${gateway.tokenOf('ada')}` };
    const { headers: before } = await get(path, headers);
    const targets = { on: { value: true, requested: now, status: 'pending' } };
    calls['things.read'] = () => ({ ...lamp, targets });
    const after = await get(path, { ...headers, 'if-none-match': before.get('etag')! });
    expect(after).toMatchObject({
      status: 200,
      body: { properties: { on: { value: false, target: targets.on } } },
    });
  });

  test('is listed as a description when JSON-LD is asked for', async () => {
    calls['things.list'] = () => ({ items: [id] });
    calls['things.describe'] = () => ({
      items: [
        {
          id,
          title: 'Lamp',
          availability: { state: 'available' },
          creator: { kind: 'client', id },
          created: now,
          modified: now,
        },
      ],
    });
    expect((await get('/api/v1/things')).body).toEqual([{ href: `${api}/things/${id}` }]);
    const listing = await get('/api/v1/things', { accept: 'application/ld+json' });
    expect(listing.headers.get('content-type')).toMatch('application/ld+json');
    expect(listing.body).toMatchObject([{ title: 'Lamp', available: true }]);
  });
});
