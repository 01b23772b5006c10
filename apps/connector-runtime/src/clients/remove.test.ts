import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import { createSealing, generateKey } from '@trellis/sealing';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { removeClient } from './remove.js';
import { removeClient as removeStatement } from './remove.sql.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** Requests the removal of a client, whose attempt ends with an error. */
async function removalThatFails(error: Error, { afterRemoving = false } = {}) {
  const { database } = testing;
  const sealing = createSealing(generateKey());
  const { id, developer } = await insertClient({ database, sealing }, 'test');
  const logged: unknown[] = [];
  const needs = {
    database,
    removals: {
      ...recordingQueue<{ client: string }>(),
      async attempt() {
        if (afterRemoving) await database.client.delete({ where: { id } });
        throw error;
      },
    },
    log: { error: (line: unknown) => void logged.push(line) },
  };
  const removed = removeClient(needs, { caller: { developer }, id }, { expiresAt: Infinity });
  const isRequested = async () =>
    (await database.removal.count({ where: { client: { id } } })) === 1;
  return { removed, logged, isRequested };
}

describe('a removal', () => {
  test('whose attempt fails says that it is retried; its worker has logged why', async () => {
    const { removed, logged } = await removalThatFails(new Problem('internal', 'It failed.'));
    await expect(removed).rejects.toMatchObject({
      code: 'removal_failed',
      message: expect.stringContaining('is retried'),
    });
    expect(logged).toEqual([]);
  });

  test('whose attempt takes too long says that it continues', async () => {
    const { removed } = await removalThatFails(new Problem('timeout', 'It is slow.'));
    await expect(removed).rejects.toMatchObject({
      code: 'removal_failed',
      message: expect.stringContaining('continues'),
    });
  });

  test.each([new Problem('timeout', 'It is slow.'), new Problem('internal', 'It failed.')])(
    'whose attempt ends with %p after the client is gone has succeeded',
    async (error) => {
      const { removed } = await removalThatFails(error, { afterRemoving: true });
      await expect(removed).resolves.toEqual({});
    },
  );

  test('whose call is delivered again after it has removed the client has succeeded; another finds none', async () => {
    const { database, pool } = testing;
    const sealing = createSealing(generateKey());
    const { id, developer } = await insertClient({ database, sealing }, 'test');
    const request = randomUUID();
    let deliveries = 0;
    const needs = {
      database,
      removals: {
        ...recordingQueue<{ client: string }>(),
        async attempt() {
          deliveries += 1;
          await query(pool, removeStatement, [id, '[]']);
          throw new Error('The process is killed before it answers.');
        },
      },
      log: silentLog,
    };
    const remove = (request: string) =>
      removeClient(needs, { caller: { developer }, id, request }, { expiresAt: Infinity });
    await remove(request);
    expect(await remove(request)).toEqual({ given_up: [] });
    expect(deliveries).toBe(1);
    await expect(remove(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that cannot be queued is unavailable, logged, and remembered', async () => {
    const { removed, logged, isRequested } = await removalThatFails(new Error('Redis is away.'));
    await expect(removed).rejects.toMatchObject({ code: 'unavailable' });
    expect(logged).toHaveLength(1);
    expect(await isRequested()).toBe(true);
  });
});
