import { describe, expect, test } from '@jest/globals';
import { startHomeAssistant } from '@trellis/connectors/testing';
import { newAccount, simulatorInstance, waitFor, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();
const at = (path: string) => `${stack().address}/api/v1${path}`;

const preferred = { prefer: 'return=representation' };

const etagOf = (answer: { headers: Headers }) => answer.headers.get('etag')!;

interface Mapping {
  connector_thing_id: string;
  thing_id: string;
}

/** A client of a Home Assistant that has been polled. */
async function connect({ request }: Account, configuration: object) {
  await request('POST', '/connectors/instances', {
    body: { connector_type_id: 'home-assistant', configuration: {} },
  });
  const created = await request('POST', '/connectors/clients', {
    subject: 'alice',
    body: { connector_type_id: 'home-assistant', configuration },
  });
  const path = `/connectors/clients/${created.body.client_id}`;
  const read = async () => (await request('GET', path)).body;
  const becomes = (status: string) =>
    waitFor(async () => (await read()).status === status, { within: 60_000, what: status });
  await becomes('STARTED');
  return { path, read, becomes };
}

describe('the configuration of a client', () => {
  test('is changed when a token was rotated, and its things keep ids and places', async () => {
    const hub = await startHomeAssistant();
    try {
      const account = newAccount(stack());
      const { request } = account;
      const { url, token } = hub;
      // Without the change, the next poll would come in an hour.
      const client = await connect(account, { url, token, interval_ms: 3_600_000 });
      const { mappings } = (await client.read()) as { mappings: Mapping[] };
      const unit = await request('POST', '/units', { body: { name: 'Hall', type: 'room' } });
      const things = `/units/${unit.body.id}/things`;
      const { thing_id } = mappings[0]!;
      await request('POST', things, { body: { id: thing_id } });

      hub.token = 'the-token-after-the-rotation';
      const patch = (configuration: object, headers = {}) =>
        request('PATCH', client.path, { body: { configuration }, headers });
      await patch({ interval_ms: 1_000 });
      await client.becomes('ERROR');
      const wrong = await patch({ token: 'a-wrong-token' });
      expect(wrong).toMatchObject({
        status: 422,
        body: {
          type: expect.stringContaining('trial_failed'),
          remedy: 'fix-configuration',
          errors: [{ pointer: '/configuration' }],
        },
      });
      expect(JSON.stringify(wrong.body)).not.toContain('a-wrong-token');

      const changed = await patch({ token: hub.token, interval_ms: 3_600_000 }, preferred);
      expect(changed).toMatchObject({
        status: 200,
        body: { subject: { href: at('/subjects/alice') } },
      });
      expect(changed.headers.get('preference-applied')).toBe('return=representation');
      await client.becomes('STARTED');
      expect(await client.read()).toMatchObject({ mappings });
      expect((await request('GET', things)).body).toEqual([{ href: at(`/things/${thing_id}`) }]);
      expect(await stack().output()).not.toContain(hub.token);

      // The same devices at another address.
      const moved = await startHomeAssistant();
      moved.token = hub.token;
      await hub.stop();
      try {
        expect((await patch({ url: moved.url })).status).toBe(204);
        await client.becomes('STARTED');
        expect(await client.read()).toMatchObject({ mappings });
      } finally {
        await moved.stop();
      }
    } finally {
      await hub.stop().catch(() => undefined);
    }
  });

  test('is checked, by its version, too', async () => {
    const account = newAccount(stack());
    const { path, subject } = await simulate(account);
    const patch = (body: unknown, headers: Record<string, string> = {}) =>
      account.request('PATCH', path, { subject, body, headers });
    const pointers = async (body: unknown) => {
      const answer = await patch(body);
      return [
        answer.status,
        answer.body.errors?.map(({ pointer }: { pointer: string }) => pointer),
      ];
    };
    expect(await pointers({ configuration: { devices: 0 } })).toEqual([
      400,
      ['/configuration/devices'],
    ]);
    expect(await pointers({ configuration: { devices: 'many' } })).toEqual([
      400,
      ['/configuration/devices'],
    ]);
    expect(await pointers({ configuration: 5 })).toEqual([400, ['/configuration']]);
    expect((await pointers({ connector_type_id: 'wot' }))[0]).toBe(400);
    expect((await pointers([]))[0]).toBe(400);

    const etag = etagOf(await account.request('GET', path, { subject }));
    const merge = { 'content-type': 'application/merge-patch+json', 'if-match': etag };
    const first = await patch({ configuration: { devices: 3 } }, merge);
    expect(first).toMatchObject({ status: 204, body: undefined });
    expect(await patch({ configuration: { devices: 4 } }, merge)).toMatchObject({ status: 412 });
    const next = { 'if-match': etagOf(first) };
    expect((await patch({ configuration: { devices: 4 } }, next)).status).toBe(204);
    await waitFor(
      async () => (await account.request('GET', path, { subject })).body.mappings.length === 4,
      { what: 'four devices' },
    );
    expect((await patch('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

test('the configuration of an instance is changed', async () => {
  const { request } = newAccount(stack());
  const created = await request('POST', '/connectors/instances', { body: simulatorInstance });
  const path = `/connectors/instances/${created.body.id}`;
  const patch = (configuration: object, headers = {}) =>
    request('PATCH', path, { body: { configuration }, headers });
  const { headers, body } = await request('GET', path);
  const condition = { 'if-match': etagOf({ headers }) };
  expect(await patch({ application_key: 'another' }, { ...condition, ...preferred })).toMatchObject(
    {
      status: 200,
      body,
    },
  );
  expect((await patch({ application_key: 'a third' }, condition)).status).toBe(412);
  expect(await patch({ application_key: null })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/configuration/application_key' }] },
  });
});
