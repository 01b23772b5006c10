import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSealing, generateKey, type Binding, type Sealing } from '@trellis/sealing';
import { insertClient } from '../../testing/clients.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { everySealedText, fillSealedColumns } from '../../testing/sealed-columns.js';
import { openMemory } from '../../secrets/memory.js';
import {
  isSurveyDue,
  readLatestKey,
  readSecretsHealth,
  recordStart,
  requestResealing,
} from './progress.js';
import { rotateSecrets } from './rotate.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());
beforeEach(async () => {
  await testing.pool.query(
    'TRUNCATE instances, interactions, callbacks, subscriptions, outdated_secrets, secrets_keys CASCADE',
  );
});

const [old, current] = [generateKey(), generateKey()];
const idOf = (key: string) => key.split(':')[0]!;
const before = createSealing(old);
/** Both phases of a rotation: the new key is known, then it seals. */
const prepared = createSealing(`${old},${current}`);
const rotating = createSealing(`${current},${old}`);
const after = createSealing(current);

/** A text in every column that has any, as `seal` seals it; `open` reads them with the new key alone. */
async function fillColumns(seal: (binding: Binding, value: string) => string) {
  const { developer, open } = await fillSealedColumns(testing, before, seal);
  return { developer, open: () => open(after) };
}

function rotation(sealing: Sealing = rotating) {
  const logged: object[] = [];
  const log = {
    info: (line: object) => void logged.push(line),
    warn: (line: object) => void logged.push(line),
    error: (line: object) => void logged.push(line),
  } as never;
  const { database, pool } = testing;
  return {
    logged,
    rotate: ({ signal = new AbortController().signal, batchSize = 2 } = {}) =>
      rotateSecrets({ database, pool, sealing, log }, { signal, batchSize }),
    health: () => readSecretsHealth(database, sealing),
  };
}

/** Clients of one developer each, whose memory is sealed as `sealing` does. */
const insertClients = (sealing: Sealing, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { database } = testing;
      const client = await insertClient({ database, sealing }, 'test');
      await openMemory({ ...testing, sealing }, client).set('key', client.id);
      return client;
    }),
  );

describe('a rotation', () => {
  test('seals with the new key, in every column, what the old one has sealed', async () => {
    const { developer, open } = await fillColumns((binding, value) => before.seal(binding, value));
    await expect(open()).rejects.toThrow('key');
    const { rotate, logged } = rotation();
    expect(await rotate()).toBe(everySealedText.length);
    expect(await open()).toEqual(everySealedText);
    expect(await rotate()).toBe(0);
    expect(logged).toHaveLength(1);
    const recorded = await testing.database.pendingAuditEntry.findMany();
    expect(recorded.map(({ entry }) => JSON.parse(entry) as unknown)).toEqual([
      {
        id: expect.any(String),
        developer,
        actor: { type: 'operator', id: 'connector-runtime' },
        operation: 'rotate_secrets',
        resource: { type: 'secrets', ids: [] },
      },
    ]);
  });

  test('seals the account of a client anew', async () => {
    const { id, developer } = (await insertClients(before, 1))[0]!;
    const binding = { purpose: 'clients.account', developer, id } as const;
    const where = { id };
    const data = { account: before.seal(binding, 'a digest') };
    await testing.database.client.update({ where, data });
    await rotation().rotate();
    const { account } = await testing.database.client.findUniqueOrThrow({ where });
    expect(after.open(binding, account!)).toBe('a digest');
  });

  test('leaves alone what an unknown key has sealed, reports it, and goes on', async () => {
    const lost = generateKey();
    const [client] = await insertClients(createSealing(lost), 1);
    await insertClients(before, 2);
    const { rotate, health, logged } = rotation();
    // Configurations of instance and client, and memory, of two clients.
    expect(await rotate()).toBe(6);
    expect(logged[0]).toEqual({ left: { [idOf(lost)]: 3 } });
    expect(await rotate()).toBe(0);
    expect(await health()).toMatchObject({
      current_key: idOf(current),
      left: { [idOf(lost)]: 3 },
      unknown_keys: [idOf(lost)],
      developers_left: 1,
    });
    // It can be read again when the key is back.
    const found = createSealing(`${current},${lost}`);
    expect(await openMemory({ ...testing, sealing: found }, client!).get('key')).toBe(client!.id);
  });

  test('goes on after a text that cannot be opened, and names its row', async () => {
    const [damaged] = await insertClients(before, 2);
    const { id, developer } = damaged!;
    const elsewhere = before.seal({ purpose: 'clients.memory', developer, id: 'other' }, {});
    await testing.database.client.update({ where: { id }, data: { memory: elsewhere } });
    const { rotate, health, logged } = rotation();
    expect(await rotate()).toBe(5);
    expect(logged).toContainEqual({ purpose: 'clients.memory', developer, id });
    expect(await rotate()).toBe(0);
    expect(await health()).toMatchObject({ left: { [idOf(old)]: 1 }, developers_left: 1 });
  });

  test('seals all texts of a developer, however many batches they are', async () => {
    const { database } = testing;
    const { developer, instanceKey } = (await insertClients(prepared, 1))[0]!;
    for (const subject of ['b', 'c', 'd', 'e']) {
      const id = randomUUID();
      const binding = { purpose: 'clients.configuration', developer, id } as const;
      const configuration = prepared.seal(binding, {});
      const data = { id, developer, subject, connectorType: 'test', instanceKey, configuration };
      await database.client.create({ data });
    }
    await rotation().rotate({ batchSize: 2 });
    const clients = await database.client.findMany({ where: { developer } });
    expect(clients).toHaveLength(5);
    for (const { configuration } of clients) {
      expect(configuration.startsWith(rotating.currentPrefix)).toBe(true);
    }
  });

  test('goes on where it was interrupted, developer by developer', async () => {
    await insertClients(before, 3);
    const { rotate, health, logged } = rotation();
    const stop = new AbortController();
    logged.push = (...lines) => {
      stop.abort();
      return Array.prototype.push.apply(logged, lines);
    };
    await expect(rotate({ signal: stop.signal })).rejects.toThrow('abort');
    expect(await health()).toMatchObject({ left: { [idOf(old)]: 6 }, developers_left: 2 });
    expect(await rotate()).toBe(6);
    expect(await health()).toMatchObject({ left: {}, developers_left: 0 });
  });

  test('can run in several processes, which seal each text once', async () => {
    const clients = await insertClients(before, 20);
    const sealed = await Promise.all([1, 2, 3].map(() => rotation().rotate()));
    const rest = await rotation().rotate();
    expect(sealed.reduce((sum, count) => sum + count, rest)).toBe(60);
    for (const client of clients) {
      const memory = openMemory({ ...testing, sealing: after }, client);
      expect(await memory.get('key')).toBe(client.id);
    }
  });

  test('loses nothing that is written meanwhile, by processes of either phase', async () => {
    const clients = await insertClients(before, 4);
    let isOver = false;
    const written = clients.map(async (client, index) => {
      const sealing = index % 2 === 0 ? prepared : rotating;
      let last = 0;
      do {
        last += 1;
        await openMemory({ ...testing, sealing }, client).set('last', String(last));
        await pause(5);
      } while (!isOver);
      return last;
    });
    const { rotate, health } = rotation();
    try {
      for (let round = 0; round < 3; round += 1) await rotate();
    } finally {
      isOver = true;
    }
    const lasts = await Promise.all(written);
    await rotate();
    expect(await rotate()).toBe(0);
    expect((await health()).left).toEqual({});
    for (const [index, client] of clients.entries()) {
      const memory = openMemory({ ...testing, sealing: after }, client);
      expect(await memory.get('last')).toBe(String(lasts[index]));
      expect(await memory.get('key')).toBe(client.id);
    }
  });
});

describe('what is left', () => {
  /** Starts with keys. The next start is in another millisecond, which is how precisely starts are stored. */
  async function start(
    database: TestDatabase['database'],
    { keys }: Parameters<typeof recordStart>[1],
  ) {
    await recordStart(database, { keys });
    await database.$queryRaw`SELECT pg_sleep(0.002)::text`;
  }

  test('is not known before it was counted', async () => {
    const { health, rotate } = rotation();
    expect(await health()).toEqual({
      current_key: idOf(current),
      left: {},
      unknown_keys: [],
      developers_left: 0,
      surveyed: null,
    });
    await start(testing.database, rotating);
    await rotate();
    expect(await health()).toMatchObject({ surveyed: expect.any(String) });
    await start(testing.database, rotating);
    expect(await health()).toMatchObject({ surveyed: expect.any(String) });
    // Another key has sealed since, for a while.
    await start(testing.database, prepared);
    await start(testing.database, rotating);
    expect(await health()).toMatchObject({ surveyed: null });
  });

  test.each([
    [null, true],
    [-60_000, true],
    [-30_000, false],
    [30_000, false],
    [7 * 24 * 60 * 60_000, true],
  ])('is counted again a minute after it was counted (%p ms from now: %s)', (ms, isDue) => {
    const surveyed = ms === null ? null : new Date(Date.now() + ms);
    expect(isSurveyDue({ surveyed }, 60_000)).toBe(isDue);
  });

  test('is left to the processes that started last, while others are being replaced', async () => {
    const { database } = testing;
    const latest = async () => (await readLatestKey(database))?.id;
    await start(database, prepared);
    expect(await latest()).toBe(prepared.keys[0]);
    await start(database, rotating);
    expect(await latest()).toBe(rotating.keys[0]);
    // Back to the old key, if need be.
    await start(database, prepared);
    expect(await latest()).toBe(prepared.keys[0]);
  });

  test('is sealed anew after a command, which holds until another key seals', async () => {
    const { database } = testing;
    const reseals = async () => (await readLatestKey(database))?.reseals;
    await start(database, rotating);
    expect(await reseals()).toBe(false);
    await requestResealing(database, rotating.keys[0]);
    await start(database, rotating);
    expect(await reseals()).toBe(true);
    await start(database, prepared);
    expect(await reseals()).toBe(false);
    await start(database, rotating);
    expect(await reseals()).toBe(false);
  });
});
