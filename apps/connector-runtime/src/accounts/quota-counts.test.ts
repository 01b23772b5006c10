import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { QuotaLimits } from '@trellis/contracts';
import { createClient } from '../clients/create.js';
import { createInstance } from '../instances/create.js';
import { removeInstance } from '../instances/remove.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { putWebhook, removeWebhook } from '../delivery/webhooks/register.js';
import { readQuotaUse } from './quotas.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Infinity };

const full = (name: string, limit: number) => ({
  code: 'quota_exceeded',
  extras: { quota: { name, limit, used: limit } },
});

const types = ['one', 'two', 'three'];

/** A developer, and what can be created under some quotas. */
function account(quotas: Partial<QuotaLimits<'connectors'>>) {
  const connectors = types.map((typeId, id) => ({
    ...testConnector({ poll: async () => ({ devices: [] }) }),
    typeId,
    id,
  }));
  const session = sessionNeeds(testing, connectors);
  const needs = {
    ...session,
    quotas: { ...session.quotas, ...quotas },
    units: recordingUnits().units,
    polls: recordingScheduler<{ client: string }>(),
    publishEnded: async () => undefined,
    allowPrivate: true,
  };
  const developer = randomUUID();
  const sealed = (kind: 'instances' | 'clients', id: string) =>
    session.sealing.seal({ purpose: `${kind}.configuration`, developer, id }, {});
  return {
    developer,
    needs,
    createInstance: (connector_type_id: string, id: string = randomUUID()) =>
      createInstance(
        needs,
        {
          caller: { developer },
          id,
          connector_type_id,
          configuration: sealed('instances', id),
        },
        context,
      ),
    createClient: (subject: string, id: string = randomUUID()) =>
      createClient(
        needs,
        {
          caller: { developer, subject },
          id,
          connector_type_id: 'one',
          configuration: sealed('clients', id),
        },
        context,
      ),
    putWebhook: (app: string) =>
      putWebhook(
        needs,
        {
          developer,
          app,
          url: 'http://127.0.0.1/',
          events: [],
          secret: randomUUID(),
          rotate: false,
        },
        context,
      ),
    async used(name: string) {
      const found = await readQuotaUse(needs, { developer }, context);
      return found.find((quota) => quota.name === name)!.used;
    },
  };
}

const succeeded = async (requests: Promise<unknown>[]) =>
  (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled').length;

describe('connector instances', () => {
  test('are created up to the quota, and give room again', async () => {
    const { createInstance, developer, needs, used } = account({ connector_instances: 2 });
    const { id } = await createInstance('one');
    await createInstance('two');
    await expect(createInstance('three')).rejects.toMatchObject(full('connector_instances', 2));
    await expect(createInstance('one')).rejects.toMatchObject({ code: 'already_exists' });
    expect(await createInstance('one', id)).toEqual({ id });
    await removeInstance(needs, { caller: { developer }, id }, context);
    expect(await used('connector_instances')).toBe(1);
    await createInstance('three');
  });
});

describe('connector clients', () => {
  test('are created up to the quota, and give room again', async () => {
    const { createInstance, createClient, needs, used } = account({ connector_clients: 2 });
    await createInstance('one');
    const { id } = await createClient('alice');
    await createClient('bob');
    await expect(createClient('carol')).rejects.toMatchObject(full('connector_clients', 2));
    await expect(createClient('alice')).rejects.toMatchObject({ code: 'already_exists' });
    expect(await createClient('alice', id)).toEqual({ id });
    expect(needs.polls.started).toHaveLength(3);
    await needs.database.client.delete({ where: { id } });
    expect(await used('connector_clients')).toBe(1);
    await createClient('carol');
  });

  test('never exceed the quota, however many are created at once', async () => {
    const { createInstance, createClient, used } = account({ connector_clients: 5 });
    await createInstance('one');
    const requests = Array.from({ length: 20 }, (_, n) => createClient(`subject ${n}`));
    expect(await succeeded(requests)).toBe(5);
    expect(await used('connector_clients')).toBe(5);
  });

  test('of one developer leave the room of others', async () => {
    const accounts = [account({ connector_clients: 1 }), account({ connector_clients: 1 })];
    for (const { createInstance, createClient, used } of accounts) {
      await createInstance('one');
      await createClient('alice');
      expect(await used('connector_clients')).toBe(1);
    }
  });
});

describe('callbacks', () => {
  test('are registered up to the quota, can be changed there, and give room again', async () => {
    const { putWebhook, developer, needs, used } = account({ callbacks: 2 });
    await putWebhook('one');
    await putWebhook('two');
    await expect(putWebhook('three')).rejects.toMatchObject(full('callbacks', 2));
    expect(await putWebhook('two')).toMatchObject({ isNew: false });
    await removeWebhook(needs, { developer, app: 'one' }, context);
    expect(await used('callbacks')).toBe(1);
    expect(await putWebhook('three')).toMatchObject({ isNew: true });
  });

  test('never exceed the quota, however many are registered at once', async () => {
    const { putWebhook, used } = account({ callbacks: 3 });
    const requests = Array.from({ length: 10 }, (_, n) => putWebhook(`app ${n}`));
    expect(await succeeded(requests)).toBe(3);
    expect(await used('callbacks')).toBe(3);
  });
});

test('whatever ends or is deleted gives room again, whichever schemas a connection searches', async () => {
  const { createInstance, createClient, developer, used } = account({});
  await createInstance('one');
  await createClient('alice');
  const client = await testing.pool.connect();
  await client.query('SET search_path = public');
  await client.query(
    `INSERT INTO connectors.interactions (id, developer, thing, operation, name, idempotent, status)
    SELECT gen_random_uuid(), $1, gen_random_uuid(), 'invokeaction', 'go', false, status
    FROM unnest('{waiting,pending,running,completed,failed}'::text[]) AS status`,
    [developer],
  );
  expect(await used('pending_interactions')).toBe(3);
  await client.query(
    `UPDATE connectors.interactions SET status = 'failed'
    WHERE developer = $1 AND status IN ('running', 'completed')`,
    [developer],
  );
  expect(await used('pending_interactions')).toBe(2);
  await client.query('DELETE FROM connectors.interactions WHERE developer = $1', [developer]);
  await client.query('DELETE FROM connectors.clients WHERE developer = $1', [developer]);
  client.release(true);
  expect([await used('pending_interactions'), await used('connector_clients')]).toEqual([0, 0]);
});
