import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { createRegistry } from '../registry.js';
import { testConnector } from '../testing/connector.js';
import { recordingScheduler } from '../testing/queues.js';
import { pollNow } from './poll-now.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A client whose last poll began so long ago, if it was ever polled. */
async function clientPolled(agoMs?: number) {
  const { database, pool } = testing;
  const sealing = createSealing(generateKey());
  const { id, developer } = await insertClient({ database, sealing }, 'test');
  const times = agoMs === undefined ? {} : { lastRun: new Date(Date.now() - agoMs) };
  const polls = {
    ...recordingScheduler<{ client: string }>(),
    readTimes: async () => new Map([[id, times]]),
  };
  const request = (caller: { developer: string; subject?: string } = { developer }) =>
    pollNow(
      {
        database,
        pool,
        registry: createRegistry([testConnector({ poll: async () => ({ devices: [] }) })]),
        polls,
      },
      { caller, id },
      { expiresAt: Infinity },
    );
  return { id, developer, polls, request };
}

test.each([undefined, 60_000, -7 * 24 * 60 * 60_000])(
  'a client whose last poll was %p ms ago is polled now',
  async (ago) => {
    const { id, polls, request } = await clientPolled(ago);
    await request();
    expect(polls.ranNow).toEqual([id]);
  },
);

test('one that has only just been polled is not, and says when it may be', async () => {
  const { polls, request } = await clientPolled(1_000);
  await expect(request()).rejects.toMatchObject({
    code: 'rate_limited',
    extras: { retry_after: 9 },
  });
  expect(polls.ranNow).toEqual([]);
});

test('nobody else may have it polled', async () => {
  const { developer, request } = await clientPolled();
  await expect(request({ developer: 'another' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(request({ developer, subject: 'bob' })).rejects.toMatchObject({ code: 'not_found' });
});

test('one that waits for its end user is not, and says so', async () => {
  const { id, polls, request } = await clientPolled();
  const client = await testing.database.client.findUniqueOrThrow({ where: { id } });
  const { instanceKey } = client;
  await testing.database.instance.update({
    where: { key: instanceKey },
    data: { authorizes: true },
  });
  await expect(request()).rejects.toMatchObject({ code: 'authorization_needed' });
  expect(polls.ranNow).toEqual([]);
});

test('one that fails is polled during its backoff', async () => {
  const { id, polls, request } = await clientPolled(60_000);
  const failing = { status: 'ERROR', errorCode: 'unavailable', failures: 7 };
  await testing.database.client.update({ where: { id }, data: failing });
  await request();
  expect(polls.ranNow).toEqual([id]);
});
