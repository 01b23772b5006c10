import { expect, test } from '@jest/globals';
import { greenhouse, startGreenhouse } from '@trellis/connectors/testing';
import { newAccount, startHttpServer, waitFor } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

test('an API is described, tried, connected, and written to', async () => {
  const api = await startGreenhouse();
  try {
    const { request } = newAccount(stack());
    const client = { parameters: { host: api.host, key: api.key }, interval_ms: 1000 };
    const attempt = (given: object) =>
      request('POST', '/connectors/try', {
        body: {
          connector_type_id: 'http-json',
          instance_configuration: greenhouse,
          client_configuration: client,
          ...given,
        },
      });

    const tried = await attempt({});
    expect(tried).toMatchObject({
      status: 200,
      body: {
        status: 'STARTED',
        complete: true,
        found: 3,
        warnings: [],
        devices: [
          {
            connector_thing_id: '1',
            title: 'Bench A',
            '@type': ['TemperatureSensor', 'HumiditySensor'],
            properties: { temperature: { unit: '°C', readOnly: true, value: 20 } },
          },
          { connector_thing_id: '2', actions: { blink: { input: { type: 'integer' } } } },
          { connector_thing_id: '3', available: false },
        ],
      },
    });
    expect((await request('GET', '/connectors/instances')).body).toEqual([]);
    const wrongKey = {
      client_configuration: { ...client, parameters: { host: api.host, key: 'x' } },
    };
    expect((await attempt(wrongKey)).body).toMatchObject({
      status: 'ERROR',
      error: { code: 'authorization_required', remedy: 'fix-configuration' },
    });
    expect(await attempt({ instance_configuration: { ...greenhouse, devices: [] } })).toMatchObject(
      {
        status: 400,
        body: { errors: [{ pointer: '/instance_configuration/devices' }] },
      },
    );

    const type = { connector_type_id: 'http-json' };
    const instance = { ...type, configuration: greenhouse };
    expect((await request('POST', '/connectors/instances', { body: instance })).status).toBe(201);
    const subject = 'alice';
    const incomplete = { ...type, configuration: { parameters: { host: api.host } } };
    expect(
      await request('POST', '/connectors/clients', { subject, body: incomplete }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/configuration/parameters/key', detail: 'Is required.' }] },
    });
    const body = { ...type, configuration: client };
    expect((await request('POST', '/connectors/clients', { subject, body })).status).toBe(201);
    const headers = { accept: 'application/ld+json' };
    const things = async () =>
      (await request('GET', '/things', { subject, headers })).body as {
        title: string;
        base: string;
      }[];
    await waitFor(async () => (await things()).length === 3, { what: 'three things' });
    const lamp = (await things()).find(({ title }) => title === 'Grow light')!;
    const written = await request('PUT', `${lamp.base}properties/on`, { body: false });
    expect(written.status).toBe(204);
    expect(api.states.get(2)).toMatchObject({ power: 'OFF' });
    const blinked = await request('POST', `${lamp.base}actions/blink`, { body: 3 });
    expect(blinked).toMatchObject({ status: 200, body: 3 });
    expect(JSON.stringify([tried.body, await things()])).not.toContain(api.key);
    expect(await stack().output()).not.toContain(api.key);
  } finally {
    await api.stop();
  }
});

test('a write costs one request, and one poll after the delay that the description states', async () => {
  const state = { on: false };
  const times: number[] = [];
  const api = await startHttpServer(({ method, body }, response) => {
    times.push(performance.now());
    if (method === 'PUT') Object.assign(state, JSON.parse(body));
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify([{ id: 1, ...state }]));
  });
  try {
    const { request } = newAccount(stack());
    const on = { path: '/lamps/{lamp}', body: { on: '{value}' } };
    const configuration = {
      base_url: api.address,
      requests: { lamps: { path: '/lamps' } },
      devices: [
        {
          request: 'lamps',
          entities: '$[*]',
          id: '$.id',
          variables: { lamp: '$.id' },
          properties: [{ capability: 'light.on', value: '$.on', write: on }],
        },
      ],
      confirm_after_ms: 2_000,
    };
    const type = { connector_type_id: 'http-json' };
    await request('POST', '/connectors/instances', { body: { ...type, configuration } });
    const subject = 'alice';
    const client = { ...type, configuration: { interval_ms: 3_600_000 } };
    await request('POST', '/connectors/clients', { subject, body: client });
    const headers = { accept: 'application/ld+json' };
    const things = async () =>
      (await request('GET', '/things', { subject, headers })).body as { base: string }[];
    await waitFor(async () => (await things()).length === 1, { what: 'a thing' });
    const [lamp] = await things();
    const before = api.requests.length;
    expect((await request('PUT', `${lamp!.base}properties/on`, { body: true })).status).toBe(204);
    const sent = () => api.requests.slice(before).map(({ method, url }) => `${method} ${url}`);
    await waitFor(() => sent().length > 1, { what: 'the poll after the write' });
    expect(sent()).toEqual(['PUT /lamps/1', 'GET /lamps']);
    expect(times[before + 1]! - times[before]!).toBeGreaterThan(1_900);
    const value = () => request('GET', `${lamp!.base}properties/on`);
    await waitFor(async () => (await value()).body === true, { what: 'the value' });
  } finally {
    await api.close();
  }
});
