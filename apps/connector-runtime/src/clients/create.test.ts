import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Connector } from '@trellis/connector-sdk';
import { createInstance } from '../instances/create.js';
import { updateInstance } from '../instances/update.js';
import { roomyBulkhead } from '../testing/bulkhead.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { unitsAnswering } from '../testing/units.js';
import { createClient } from './create.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const plain = testConnector({ poll: async () => ({ devices: [] }) });

/** A connector whose instances allow polls only every 15 minutes. */
const slow: Connector = {
  ...plain,
  describeClient: () => ({ properties: { interval_ms: { default: 900_000 } } }),
  checkClient: ({ client }) =>
    client.interval_ms < 900_000 ? [{ path: ['interval_ms'], detail: 'Must be more.' }] : [],
};
const patient = { expiresAt: Date.now() + 60 * 60_000 };

/** An account with an instance, and what can be done with it. */
async function accountWith(clientsPerSubject?: number, connector = plain) {
  const developer = randomUUID();
  const needs = {
    ...sessionNeeds(testing, [connector]),
    units: unitsAnswering(async () => ({})),
    polls: recordingScheduler<{ client: string }>(),
    trials: roomyBulkhead(),
    log: silentLog,
  };
  const { sealing, database } = needs;
  const sealed = (purpose: 'instances.configuration' | 'clients.configuration', id: string) =>
    sealing.seal({ purpose, developer, id }, {});
  const instance = randomUUID();
  await createInstance(
    needs,
    {
      caller: { developer },
      id: instance,
      connector_type_id: 'test',
      configuration: sealed('instances.configuration', instance),
      clients_per_subject: clientsPerSubject ?? 1,
    },
    patient,
  );
  return {
    create(name?: string, { subject = 'alice', id = randomUUID() as string } = {}) {
      const caller = { developer, subject };
      const configuration = sealed('clients.configuration', id);
      const input = { caller, id, connector_type_id: 'test', configuration, name };
      return createClient(needs, input, patient).then(() => id);
    },
    allow(clients_per_subject: number, expected?: string[]) {
      const patch = sealed('instances.configuration', instance);
      const input = { caller: { developer }, id: instance, patch, clients_per_subject, expected };
      return updateInstance(needs, input, patient);
    },
    async configurationOf(id: string) {
      const { configuration } = await database.client.findUniqueOrThrow({ where: { id } });
      return sealing.open({ purpose: 'clients.configuration', developer, id }, configuration);
    },
    names: async () => {
      const clients = await database.client.findMany({ where: { developer } });
      return clients.map(({ name }) => name).sort();
    },
  };
}

const inTheWayOf = (id: string) => ({
  code: 'already_exists',
  extras: { existing: { kind: 'client', id } },
});

test('a default of the connector that its instance does not allow is the one of the instance', async () => {
  const account = await accountWith(1, slow);
  const id = await account.create();
  expect(await account.configurationOf(id)).toEqual({ interval_ms: 900_000 });
});

describe('a subject', () => {
  test('has one client of a connector type by default, with a name or without', async () => {
    const { create, names } = await accountWith();
    const first = await create('Hall');
    await expect(create()).rejects.toMatchObject(inTheWayOf(first));
    await expect(create('Attic')).rejects.toMatchObject(inTheWayOf(first));
    await create(undefined, { subject: 'bob' });
    expect(await names()).toEqual(['', 'Hall']);
  });

  test('may have several where the instance says so, each with a name of its own', async () => {
    const { create, names } = await accountWith(2);
    await expect(create()).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/name' }] },
    });
    const hall = await create('Hall');
    await expect(create('Hall')).rejects.toMatchObject(inTheWayOf(hall));
    await create('Attic');
    await expect(create('Cellar')).rejects.toMatchObject(inTheWayOf(hall));
    await create('Hall', { subject: 'bob' });
    expect(await names()).toEqual(['Attic', 'Hall', 'Hall']);
  });

  test('gets no more than that when requests race, and a request that is delivered twice is one', async () => {
    const { create, names } = await accountWith(3);
    const created = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => create(`Bridge ${index}`)),
    );
    const ids = created.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    expect(ids).toHaveLength(3);
    const [name] = await names();
    const { id } = await testing.database.client.findFirstOrThrow({
      where: { id: { in: ids }, name: name! },
    });
    expect(await create(name, { id })).toBe(id);
    expect(await names()).toHaveLength(3);
  });
});

test('the number of clients of a subject is changed by the version of the instance; clients stay', async () => {
  const { create, allow, names } = await accountWith();
  await create();
  const { version } = await allow(2);
  expect((await allow(2)).version).toBe(version);
  await create('Attic');
  await expect(allow(1, ['another'])).rejects.toMatchObject({ code: 'precondition_failed' });
  await allow(1, [version]);
  await expect(create('Cellar')).rejects.toMatchObject({ code: 'already_exists' });
  expect(await names()).toEqual(['', 'Attic']);
});
