import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  installed,
  newAccount,
  startMosquitto,
  waitFor,
  type Account,
  type TestMosquitto,
} from '@trellis/testing';
import { connectAsync, type MqttClient } from 'mqtt';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();
const describedBy = { accept: 'application/ld+json' };
const idOf = (href: string) => href.split('/').at(-1)!;

interface Described {
  id: string;
  title: string;
  base: string;
}

async function describedThings({ request }: Account): Promise<Described[]> {
  const { body } = await request('GET', '/things', { headers: describedBy });
  return body as Described[];
}

test('a lamp is replaced by another one, keeps its id and its units, and is restored', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const client = await simulate(account, { devices: 8 });
  const { mappings } = (await client.read()).body as {
    mappings: { connector_thing_id: string; thing_id: string }[];
  };
  const thing = (id: string) =>
    mappings.find((one) => one.connector_thing_id === id)!.thing_id.replace('urn:uuid:', '');
  const [lamp, spare, plug] = [thing('lamp-1'), thing('lamp-2'), thing('plug-1')];
  const { id: unit } = (await request('POST', '/units', { body: { name: 'Hall', type: 'room' } }))
    .body as { id: string };
  const inHall = async () =>
    ((await request('GET', `/units/${unit}/things`)).body as { href: string }[]).map(({ href }) =>
      idOf(href),
    );
  await request('POST', `/units/${unit}/things`, { body: { id: lamp } });
  await request('PUT', `/things/${spare}/properties/brightness`, { body: 42 });
  const brightness = async (id: string) =>
    (await request('GET', `/things/${id}/properties`)).body.brightness as number;
  const before = await brightness(lamp);
  expect(before).not.toBe(42);

  const preview = await request('POST', `/things/${lamp}/replace?dry_run=true`, {
    body: { with: plug },
  });
  expect(preview).toMatchObject({
    status: 200,
    // A plug has no transitions.
    body: { properties: { missing: expect.arrayContaining(['brightness']), changed: ['on'] } },
  });
  expect((await request('GET', `/things/${plug}`)).body.id).toBe(`urn:uuid:${plug}`);

  for (const wrong of [lamp, 'no id']) {
    const refused = await request('POST', `/things/${lamp}/replace`, { body: { with: wrong } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ pointer: '/with' }]);
  }
  const replaced = await request('POST', `/things/${lamp}/replace`, { body: { with: spare } });
  expect(replaced.status).toBe(200);
  await waitFor(async () => (await brightness(lamp)) === 42);
  expect((await request('GET', `/things/${spare}`)).body.id).toBe(`urn:uuid:${lamp}`);
  expect(await inHall()).toEqual([lamp]);
  // The other id is followed in bodies, too.
  const action = { thing_id: spare, action: 'identify' };
  const { body: noAction } = await request('POST', '/connectors/callback', { body: action });
  expect(noAction.detail).toContain('action');
  const inUnit = `/units/${unit}/things`;
  expect((await request('DELETE', inUnit, { body: { id: spare } })).status).toBe(204);
  expect(await inHall()).toEqual([]);
  expect((await request('POST', inUnit, { body: { id: spare } })).status).toBe(201);
  expect(await inHall()).toEqual([lamp]);
  const select = { things: [spare] };
  const bulk = { select, property: 'brightness', value: 42 };
  const requested = await request('POST', '/interactions/batch', { body: bulk });
  expect(requested.status).toBe(202);
  const match = { things: [spare] };
  const subscribed = await request('POST', '/subscriptions', { body: { match } });
  expect(JSON.stringify(subscribed.body.match)).toContain(lamp);
  await request('PUT', `/things/${lamp}/properties/brightness`, { body: 43 });
  // The old lamp is still there, as a new thing.
  const again = await waitFor(async () => {
    const { body } = await client.read();
    const found = (body as { mappings: typeof mappings }).mappings.find(
      (one) => one.connector_thing_id === 'lamp-1',
    );
    return found && idOf(found.thing_id).replace('urn:uuid:', '');
  });
  expect([lamp, spare]).not.toContain(again);

  expect((await request('DELETE', `/things/${lamp}/replace`)).status).toBe(204);
  await waitFor(async () => (await brightness(lamp)) === before);
  await waitFor(async () => (await brightness(spare)) === 43);
  expect(await inHall()).toEqual([lamp]);
  expect((await request('GET', `/things/${again}`)).body.id).toBe(`urn:uuid:${lamp}`);
  expect((await request('DELETE', `/things/${lamp}/replace`)).status).toBe(404);
  const stranger = newAccount(stack());
  const foreign = await stranger.request('POST', `/things/${lamp}/replace`, {
    body: { with: spare },
  });
  expect(foreign.status).toBe(404);
});

(installed('mosquitto') ? describe : describe.skip)('a whole installation', () => {
  let broker: TestMosquitto;
  let home: MqttClient;
  beforeAll(async () => {
    broker = (await startMosquitto())!;
    home = await connectAsync(broker.url);
  });
  afterAll(async () => {
    await home.endAsync();
    await broker.stop();
  });

  test('is replaced by another one that has the same devices under other ids', async () => {
    const account = newAccount(stack());
    const { request } = account;
    const announce = async (house: string, number: number) => {
      const device = {
        identifiers: [`${house}-${number}`],
        connections: [['mac', `aa:bb:cc:00:00:0${number}`]],
        name: `Lamp ${number} of ${house}`,
      };
      const config = { name: null, state_topic: `${house}/${number}`, command_topic: 'c', device };
      await home.publishAsync(`${house}/${number}`, 'ON', { retain: true });
      const topic = `${house}/switch/${number}/config`;
      await home.publishAsync(topic, JSON.stringify(config), { retain: true });
    };
    for (const number of [1, 2, 3]) await announce('old', number);
    for (const number of [2, 3, 4]) await announce('new', number);
    const connector_type_id = 'mqtt-discovery';
    await request('POST', '/connectors/instances', {
      body: {
        connector_type_id,
        configuration: { broker_url: broker.url },
        clients_per_subject: 2,
      },
    });
    const connect = async (name: string) => {
      const configuration = { discovery_prefix: name, interval_ms: 1000 };
      const body = { connector_type_id, name, configuration };
      const created = await request('POST', '/connectors/clients', { subject: 'alice', body });
      return created.body.client_id as string;
    };
    const [old, next] = [await connect('old'), await connect('new')];
    const things = await waitFor(async () => {
      const all = await describedThings(account);
      return all.length === 6 && new Map(all.map((one) => [one.title, one.id]));
    });
    const path = `/connectors/clients/${old}/replace`;
    const preview = await request('POST', `${path}?dry_run=true`, { body: { with: next } });
    const both = [2, 3].map((number) => ({
      thing: { href: expect.stringContaining(bare(things.get(`Lamp ${number} of old`)!)) },
      with: { href: expect.stringContaining(bare(things.get(`Lamp ${number} of new`)!)) },
    }));
    const left = [{ href: expect.stringContaining(bare(things.get('Lamp 1 of old')!)) }];
    expect(preview.body).toEqual({ replaced: both, left });
    expect((await request('POST', path, { body: { with: next } })).body).toEqual(preview.body);
    expect((await request('DELETE', `/connectors/clients/${old}`)).status).toBe(204);
    const after = await waitFor(async () => {
      const all = await describedThings(account);
      return all.every(({ title }) => title.endsWith('of new')) && all;
    });
    expect(new Map(after.map((one) => [one.title, one.id]))).toEqual(
      new Map([
        ['Lamp 2 of new', things.get('Lamp 2 of old')],
        ['Lamp 3 of new', things.get('Lamp 3 of old')],
        ['Lamp 4 of new', things.get('Lamp 4 of new')],
      ]),
    );
    expect((await request('POST', path, { body: { with: next } })).status).toBe(404);
    const unknown = await request('POST', path.replace(old, next), { body: { with: old } });
    expect(unknown.body).toMatchObject({ status: 400, errors: [{ pointer: '/with' }] });
  });
});

const bare = (id: string) => id.replace('urn:uuid:', '');
