import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  isSigned,
  Rejected,
  Unavailable,
  type Connector,
  type HookReport,
} from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { openSession } from '../session.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { hookBase as base, hookedClient } from '../testing/hooked-client.js';
import { silentLog } from '../testing/log.js';
import { lamp } from '../testing/polled-client.js';
import { sessionNeeds } from '../testing/session.js';
import { digestOf, renewRegistration } from './registration.js';

const vendorSecret = 'the secret of the vendor';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A vendor's state and behaviour. */
interface Vendor {
  address: string | undefined;
  registrations: number;
  isDown: boolean;
  /** Whether it never answers, whatever becomes of the signal. */
  isStuck: boolean;
}

const forever = new Promise<never>(() => undefined);

const newVendor = (): Vendor => ({
  address: undefined,
  registrations: 0,
  isDown: false,
  isStuck: false,
});

/** A connector whose vendor sends signed reports of whether a lamp is on. */
const hookConnector = (vendor: Vendor): Connector => ({
  ...testConnector({ poll: async () => ({ devices: [lamp(false)] }) }),
  hook: {
    async register(_context, address) {
      vendor.registrations += 1;
      if (vendor.isStuck) await forever;
      if (vendor.isDown) throw new Unavailable('The vendor is down.');
      vendor.address = address;
    },
    async unregister() {
      if (vendor.isStuck) await forever;
      if (vendor.isDown) throw new Unavailable('The vendor is down.');
      vendor.address = undefined;
    },
    async receive(_context, { headers, body }): Promise<HookReport> {
      if (!isSigned(body, { secret: vendorSecret, given: headers['x-signature'] })) {
        throw new Rejected('Not signed.');
      }
      const { on, ...report } = JSON.parse(body.toString()) as HookReport & { on?: boolean };
      return { ...(on !== undefined && { devices: [lamp(on)] }), ...report };
    },
  },
});

const signed = (body: string) => createHmac('sha256', vendorSecret).update(body).digest('hex');

/** A client of that connector, with its vendor. */
async function clientOfVendor({ isReachable = true } = {}) {
  const vendor = newVendor();
  const client = await hookedClient(testing, { connector: hookConnector(vendor), isReachable });
  return {
    ...client,
    vendor,
    /** Sends to an address what the vendor signs, or anything else. */
    send(address: string | undefined, content: object, sign = signed) {
      const body = JSON.stringify(content);
      return client.send(address, {
        headers: { 'x-signature': sign(body) },
        body: Buffer.from(body),
      });
    },
    /** Returns the events that were stored. */
    happened: () => client.upserts.flatMap(({ occurrences = [] }) => occurrences),
    /** Makes the database refuse changes of a table until the returned function is called. */
    async refuse(table: 'hooks' | 'mappings', allowed: string) {
      const [{ clientKey } = { clientKey: 0n }] = await client.hooks();
      const name = `refused_${clientKey}`;
      await testing.pool.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name}
        CHECK (client_key <> ${clientKey} OR ${allowed}) NOT VALID`);
      return () => testing.pool.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    },
    /** Registers a webhook of an app; returns how many events it is to be sent. */
    async subscribe() {
      const { id } = client;
      const { developer } = await testing.database.client.findUniqueOrThrow({ where: { id } });
      const { key: webhookKey } = await testing.database.webhook.create({
        data: { developer, app: 'app', url: '', secret: '', events: ['thing_event'] },
      });
      return () => testing.database.delivery.count({ where: { webhookKey } });
    },
    /** The values that were stored of the lamp. */
    values: () => client.upserts.flatMap(({ things }) => things.map(({ values }) => values?.on)),
  };
}

type Hooked = Awaited<ReturnType<typeof clientOfVendor>>;

describe('the address of a client', () => {
  test('is registered after the first poll, and not again by the next ones', async () => {
    const { poll, vendor, hooks } = await clientOfVendor();
    await poll();
    await poll();
    expect(vendor.registrations).toBe(1);
    expect(vendor.address).toMatch(
      /^https:\/\/trellis\.example\/api\/v1\/connectors\/hooks\/[\w-]{43}$/,
    );
    const secret = vendor.address!.split('/').at(-1)!;
    expect(await hooks()).toEqual([
      {
        digest: digestOf(secret),
        clientKey: expect.anything(),
        base,
        created: expect.any(Date),
        registered: expect.any(Date),
        recentEvents: [],
      },
    ]);
  });

  test('is registered nowhere while vendors cannot reach this installation', async () => {
    const { poll, vendor, hooks } = await clientOfVendor({ isReachable: false });
    await poll();
    expect([vendor.registrations, await hooks()]).toEqual([0, []]);
  });

  test('is replaced after a day; until the vendor takes the new one the old one is valid', async () => {
    const { poll, vendor, age, hooks, send } = await clientOfVendor();
    await poll();
    const first = vendor.address;
    await age('25 hours');
    vendor.isDown = true;
    await poll();
    await send(first, { on: true });
    vendor.isDown = false;
    await age('2 hours');
    await poll();
    expect(vendor.address).not.toBe(first);
    expect(await hooks()).toHaveLength(1);
    await expect(send(first, { on: true })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that a vendor does not take fails no poll, and is tried again an hour later', async () => {
    const { poll, vendor, age } = await clientOfVendor();
    vendor.isDown = true;
    expect(await poll()).toMatchObject({ afterMs: expect.any(Number) });
    await poll();
    expect(vendor.registrations).toBe(1);
    await age('61 minutes');
    vendor.isDown = false;
    await poll();
    expect(vendor.address).toBeDefined();
  });

  test.each([false, true])(
    'is gone with the client, also when the vendor is down: %s',
    async (isDown) => {
      const { poll, vendor, remove, hooks, send } = await clientOfVendor();
      await poll();
      const { address } = vendor;
      vendor.isDown = isDown;
      await remove();
      expect(vendor.address).toBe(isDown ? address : undefined);
      expect(await hooks()).toEqual([]);
      await expect(send(address, { on: true })).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

test('a vendor that does not answer holds up no removal', async () => {
  const { poll, vendor, remove, hooks } = await clientOfVendor();
  await poll();
  vendor.isStuck = true;
  await remove();
  expect(await hooks()).toEqual([]);
});

test('a registration ends with the service, although the vendor does not answer', async () => {
  const vendor = Object.assign(newVendor(), { isStuck: true });
  const connector = hookConnector(vendor);
  const needs = sessionNeeds(testing, [connector]);
  const { id } = await insertClient(needs, connector.typeId);
  const session = await openSession(needs, { id });
  const stopping = new AbortController();
  const hookNeeds = { pool: needs.pool, hookBase: base, stopping: stopping.signal, log: silentLog };
  const registering = renewRegistration(hookNeeds, session!, null);
  await waitFor(() => vendor.registrations === 1);
  stopping.abort();
  await registering;
  const hooks = await testing.database.hook.findMany({ where: { client: { id } } });
  expect(hooks).toMatchObject([{ registered: null }]);
});

describe('a request', () => {
  let client: Hooked;
  beforeEach(async () => {
    client = await clientOfVendor();
    await client.poll();
  });
  afterEach(() => client.remove());

  test('is stored as what was heard', async () => {
    await client.send(client.vendor.address, { on: true });
    expect(client.values()).toEqual([false, true]);
    expect(client.upserts.at(-1)).toMatchObject({ client: client.id, reported: true });
    expect(client.requested).toEqual([]);
  });

  test('tells what has happened, once for an id of the vendor', async () => {
    const report = {
      id: randomUUID(),
      events: [{ device: 'lamp', name: 'blinked', data: 'twice' }],
    };
    await client.send(client.vendor.address, report);
    await client.send(client.vendor.address, report);
    expect(client.happened()).toMatchObject([{ name: 'blinked', data: 'twice' }]);
  });

  test('whose events could not be stored has them stored when it is sent again, as the same ones', async () => {
    const deliveries = await client.subscribe();
    const report = { id: randomUUID(), on: true, events: [{ device: 'lamp', name: 'blinked' }] };
    const allow = await client.refuse('mappings', 'false');
    await expect(client.send(client.vendor.address, report)).rejects.toThrow();
    expect(await deliveries()).toBe(0);
    await allow();
    await client.send(client.vendor.address, report);
    const [first, second, ...more] = client.happened();
    expect([second, more]).toMatchObject([{ id: first!.id }, []]);
    expect(await deliveries()).toBe(1);
  });

  test('that was stored and not remembered is delivered once although it is sent again', async () => {
    const deliveries = await client.subscribe();
    const report = { id: randomUUID(), events: [{ device: 'lamp', name: 'blinked' }] };
    const allow = await client.refuse('hooks', `recent_events = '{}'`);
    await expect(client.send(client.vendor.address, report)).rejects.toThrow();
    expect(await deliveries()).toBe(1);
    await allow();
    await client.send(client.vendor.address, report);
    const ids = client.happened().map(({ id }) => id);
    expect([ids.length, new Set(ids).size, await deliveries()]).toEqual([2, 1, 1]);
  });

  test('has a hundred of its events stored, and three hundred of a device in a while', async () => {
    const events = Array.from({ length: 101 }, () => ({ device: 'lamp', name: 'blinked' }));
    await client.send(client.vendor.address, { events });
    expect(client.happened()).toHaveLength(100);
    for (let sent = 1; sent < 5; sent += 1) await client.send(client.vendor.address, { events });
    expect(client.happened()).toHaveLength(300);
  });

  test('may have the client polled', async () => {
    await client.send(client.vendor.address, { poll: true });
    expect([client.requested, client.values()]).toEqual([[client.id], [false]]);
  });

  test('with a signature that is wrong has no effect', async () => {
    const forged = client.send(client.vendor.address, { on: true, poll: true }, () => 'forged');
    await expect(forged).rejects.toMatchObject({ code: 'invalid_request' });
    expect([client.requested, client.values()]).toEqual([[], [false]]);
  });

  test('that is repeated tells nothing new', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await client.send(client.vendor.address, { on: true, id: one });
    await client.send(client.vendor.address, { on: false, id: two });
    await client.send(client.vendor.address, { on: true, id: one });
    expect(client.values()).toEqual([false, true, false]);
  });

  test('to the address of another client is about that client alone', async () => {
    const other = await clientOfVendor();
    await other.poll();
    await other.send(other.vendor.address, { on: true });
    expect(other.values()).toEqual([false, true]);
    expect(client.values()).toEqual([false]);
    await other.remove();
  });

  test('to an address that nobody has is not found', async () => {
    const unknown = `${base}/api/v1/connectors/hooks/${randomUUID()}`;
    const sending = client.send(unknown, { on: true });
    await expect(sending).rejects.toBeInstanceOf(Problem);
    await expect(client.send(unknown, {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
