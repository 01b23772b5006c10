import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectBroker } from '@trellis/messaging';
import { createSealing, generateKey, type Sealing } from '@trellis/sealing';
import { testBroker, waitFor } from '@trellis/testing';
import type { Database } from '../../database.js';
import { insertClient } from '../../testing/clients.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { silentLog } from '../../testing/log.js';
import { recordStart, requestResealing } from './progress.js';
import { startRotation } from './start.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const [old, current] = [generateKey(), generateKey()];
const before = createSealing(`${old},${current}`);
const after = createSealing(`${current},${old}`);

/** Starts the rotation of a process with these keys, and counts its runs. */
async function start(sealing: Sealing) {
  const { database, pool } = testing;
  const broker = await connectBroker({
    ...(await testBroker('PostgreSQL')),
    name: 'test',
    onError: () => undefined,
  });
  let runs = 0;
  const counting = new Proxy(database, {
    get(target, name) {
      // Each run looks first which process has started last.
      if (name === 'secretsKey') runs += 1;
      return Reflect.get(target, name) as unknown;
    },
  }) as Database;
  const stopping = new AbortController().signal;
  const needs = { database: counting, pool, sealing, log: silentLog, stopping };
  const stop = await startRotation(broker, needs, { intervalMs: 100 });
  return {
    async nextRun() {
      const known = runs;
      await waitFor(() => runs > known, { what: 'the next run' });
    },
    async stop() {
      stop();
      await broker.close();
    },
  };
}

test('after a command a process seals anew what another key has sealed, until one with another key has started', async () => {
  const { database } = testing;
  const { id, developer } = await insertClient({ database, sealing: after }, 'test');
  const isSealedBy = async ({ currentPrefix }: Sealing) => {
    const { configuration } = await database.client.findUniqueOrThrow({ where: { id } });
    return configuration.startsWith(currentPrefix);
  };
  const { nextRun, stop } = await start(before);
  try {
    await nextRun();
    await nextRun();
    expect(await isSealedBy(after)).toBe(true);
    await requestResealing(database, before.keys[0]);
    await waitFor(() => isSealedBy(before), { what: 'the rotation' });
    await recordStart(database, after);
    await requestResealing(database, after.keys[0]);
    await nextRun();
    const binding = { purpose: 'clients.configuration', developer, id } as const;
    const configuration = after.seal(binding, {});
    await database.client.update({ where: { id }, data: { configuration } });
    await nextRun();
    await nextRun();
    expect(await isSealedBy(after)).toBe(true);
  } finally {
    await stop();
  }
}, 180_000);
