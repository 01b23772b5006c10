import { describe, expect, test } from '@jest/globals';
import { Trellis } from '@trellis/client';
import { startHomeAssistant, startHueBridge, startNodeWot } from '@trellis/connectors/testing';
import { newAccount, simulatorInstance, waitFor, type Account } from '@trellis/testing';
import { oneStack } from './one-stack.js';

// One account reads the directory of another, which is at the gateway.
const stack = oneStack({ environment: { EGRESS_DENY: '' } });

/** A client of a connector for alice. */
async function connect(account: Account, type: string, configuration: object) {
  const { request } = account;
  const instance = type === 'simulator' ? simulatorInstance.configuration : {};
  await request('POST', '/connectors/instances', {
    body: { connector_type_id: type, configuration: instance },
  });
  const created = await request('POST', '/connectors/clients', {
    subject: 'alice',
    body: { connector_type_id: type, configuration },
  });
  const path = `/connectors/clients/${created.body.client_id}`;
  const read = async () => (await request('GET', path, { subject: 'alice' })).body;
  const becomes = (status: string) =>
    waitFor(async () => (await read()).status === status, { within: 45_000, what: status });
  /** The things with these titles. */
  const things = async () => {
    const headers = { accept: 'application/ld+json' };
    const { body } = await request('GET', '/things', { subject: 'alice', headers });
    return new Map((body as { title: string; base: string }[]).map((one) => [one.title, one]));
  };
  return { path, read, becomes, things };
}

describe('a Home Assistant', () => {
  test('has its areas suggested as units, which an app makes of them', async () => {
    const hub = await startHomeAssistant();
    try {
      const account = newAccount(stack());
      const { request } = account;
      const { url, token } = hub;
      const client = await connect(account, 'home-assistant', { url, token, interval_ms: 1000 });
      await client.becomes('STARTED');
      const suggestions = (await request('GET', `${client.path}/unit_suggestions`)).body;
      const room = suggestions.find(({ name }: { name: string }) => name === 'Living room');
      expect(room).toMatchObject({ type: 'room', parent: 'floor/ground' });
      const unit = await request('POST', '/units', { body: { name: room.name, type: room.type } });
      for (const { href } of room.things as { href: string }[]) {
        expect((await request('GET', href)).status).toBe(200);
        const id = href.split('/').at(-1);
        const path = `/units/${unit.body.id}/things`;
        expect((await request('POST', path, { body: { id } })).status).toBe(201);
      }
      const stranger = newAccount(stack());
      expect((await stranger.request('GET', `${client.path}/unit_suggestions`)).status).toBe(404);

      const { base } = (await client.things()).get('Front door')!;
      const body = { code: '1234' };
      expect((await request('POST', `${base}actions/unlock`, { body })).status).toBe(204);
      await waitFor(async () => (await request('GET', `${base}properties/locked`)).body === false, {
        what: 'the door to be unlocked',
      });
      expect((await request('POST', `${base}actions/unlock`)).status).toBe(422);
      expect(stack().output()).not.toContain(token);
    } finally {
      await hub.stop();
    }
  });
});

describe('a Hue bridge', () => {
  test('is paired by its button, and trusted by the certificate that it showed', async () => {
    const bridge = await startHueBridge();
    try {
      const account = newAccount(stack());
      const configuration = { host: bridge.host, interval_ms: 1000 };
      const client = await connect(account, 'philips-hue', configuration);
      await client.becomes('ERROR');
      expect((await client.read()).error).toMatchObject({
        code: 'authorization_required',
        detail: expect.stringContaining('button'),
      });
      bridge.pressButton();
      await client.becomes('STARTED');

      const { base } = (await client.things()).get('Desk lamp')!;
      const written = await account.request('PUT', `${base}properties/brightness`, { body: 33 });
      expect(written.status).toBe(204);
      expect(bridge.state.find('color-light')).toMatchObject({ dimming: { brightness: 33 } });

      // As when another bridge has its address: what was connected is no more.
      await bridge.replaceCertificate();
      bridge.changes.end();
      await client.becomes('ERROR');
      expect((await client.read()).error).toMatchObject({
        code: 'another_device',
        remedy: 'fix-configuration',
      });
      const { request } = account;
      await waitFor(async () => {
        const { availability } = (await request('GET', base)).body;
        return availability.state === 'unknown' && availability.code === 'another_device';
      });
      const requests = bridge.requests.length;
      const refused = await request('PUT', `${base}properties/brightness`, { body: 44 });
      const type = expect.stringMatching(/another_device$/);
      expect(refused.body).toMatchObject({ status: 502, type });
      expect(bridge.requests).toHaveLength(requests);
      const body = { configuration: {} };
      expect((await request('PATCH', client.path, { body })).status).toBe(204);
      await client.becomes('STARTED');
    } finally {
      await bridge.stop();
    }
  });
});

describe('an app that knows capabilities alone', () => {
  /** Switches the lamp with a title on, colors it, dims it to nothing, and restores its level. */
  async function useLamp({ token }: Account, title: string) {
    const trellis = new Trellis({ baseUrl: stack().address, token }).forSubject('alice');
    const lamps: string[] = [];
    for await (const thing of trellis.things({ query: { capability: 'light' } })) {
      if (thing.title === title) lamps.push(thing.id);
    }
    const read = async () => (await trellis.thing(lamps[0]!)).as('light')!;
    type Light = Awaited<ReturnType<typeof read>>;
    const sets = async (values: Parameters<Light['set']>[0], is: (light: Light) => boolean) => {
      await (await read()).set(values);
      await waitFor(async () => is(await read()), { what: JSON.stringify(values) });
    };
    await sets({ brightness: 40 }, ({ on, brightness }) => on === true && brightness === 40);
    await sets({ color: { hue: 120, saturation: 50 } }, (one) => one.color_mode === 'color');
    await sets({ color_temperature: 2700 }, ({ color }) => color === undefined);
    await sets({ brightness: 0 }, ({ on }) => on === false);
    await sets({ on: true }, ({ on, brightness }) => on === true && brightness === 40);
  }

  test('does the same with a lamp of the simulator and with one of a Hue bridge', async () => {
    const bridge = await startHueBridge();
    try {
      const account = newAccount(stack());
      const simulated = { devices: 2, interval_ms: 1000 };
      await (await connect(account, 'simulator', simulated)).becomes('STARTED');
      await useLamp(account, 'Lamp 1');

      const { host, key } = bridge;
      const paired = { host, application_key: key, interval_ms: 1000 };
      await (await connect(account, 'philips-hue', paired)).becomes('STARTED');
      await useLamp(account, 'Desk lamp');
    } finally {
      await bridge.stop();
    }
  });
});

describe('the Web of Things', () => {
  test('has a servient of node-wot written and acted on through the thing of its lamp', async () => {
    const security = { scheme: 'basic', username: 'alice', password: 'the-secret' } as const;
    const peer = await startNodeWot(security);
    try {
      const account = newAccount(stack());
      const configuration = { url: peer.lamp, security, interval_ms: 1000 };
      const client = await connect(account, 'wot', configuration);
      await client.becomes('STARTED');
      const { base } = (await client.things()).get('Lamp')!;
      const to = (method: string, path: string, body?: unknown) =>
        account.request(method, `${base}${path}`, { body });
      expect((await to('PUT', 'properties/brightness', 70)).status).toBe(204);
      expect((await to('PUT', 'properties/brightness', 'dark')).status).toBe(400);
      expect(peer.state.brightness).toBe(70);
      expect(await to('POST', 'actions/toggle')).toMatchObject({ status: 200, body: true });
      expect((await to('POST', 'actions/fade', { to: 5 })).status).toBe(204);
      expect(peer.state).toMatchObject({ on: true, brightness: 5 });
      await waitFor(async () => (await to('GET', 'properties/brightness')).body === 5, {
        what: 'the brightness to be seen',
      });
      expect(stack().output()).not.toContain('the-secret');
    } finally {
      await peer.stop();
    }
  });

  test('has the things of one account in another, found in its directory', async () => {
    const [owner, guest] = [newAccount(stack()), newAccount(stack())];
    const titles = Array.from({ length: 120 }, (_, n) => `Lamp ${n}`);
    const properties = { on: { type: 'boolean', value: false } };
    await Promise.all(
      titles.map((title) => owner.request('POST', '/things', { body: { title, properties } })),
    );
    const client = await connect(guest, 'wot', {
      url: `${stack().address}/.well-known/wot`,
      security: { scheme: 'bearer', token: owner.token },
      interval_ms: 1000,
    });
    await client.becomes('STARTED');
    const things = await client.things();
    expect([...things.keys()].sort()).toEqual(titles.sort());
    const { base } = things.get('Lamp 7')!;
    expect((await guest.request('PUT', `${base}properties/on`, { body: true })).status).toBe(204);
    const { body } = await owner.request('GET', '/things?limit=1000');
    const written = await Promise.all(
      (body as { href: string }[]).map(({ href }) => owner.request('GET', href)),
    );
    const on = written.filter((one) => one.body.properties.on.value === true);
    expect(on.map((one) => one.body.title)).toEqual(['Lamp 7']);
  });
});
