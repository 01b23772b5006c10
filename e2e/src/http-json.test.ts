import { expect, test } from '@jest/globals';
import { greenhouse, startGreenhouse } from '@trellis/connectors/testing';
import { newAccount, waitFor } from '@trellis/testing';
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
