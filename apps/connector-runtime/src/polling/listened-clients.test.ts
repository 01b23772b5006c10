import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable, type Poll } from '@trellis/connector-sdk';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';
import { slowIntervalMs, untilNextPollMs } from './schedule.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A client whose connector listens, with what its polls say. */
async function clientThatListens() {
  const found: Poll = { devices: [lamp(true)] };
  const { key, ...client } = await polledClient(testing, {
    find: async () => found,
    listen: async () => undefined,
    intervalMs: 60_000,
  });
  const { database, pool } = testing;
  return {
    ...client,
    found,
    listener: () => database.listener.findUnique({ where: { clientKey: key } }),
    connect: () =>
      pool.query(
        `UPDATE listeners SET state = 'connected', until = now() + interval '1 hour'
        WHERE client_key = $1`,
        [key],
      ),
  };
}

/** Polls, and returns whether the next poll is due where polls at an interval are. */
async function isNextAt(
  intervalMs: number,
  { id, again }: Pick<Awaited<ReturnType<typeof clientThatListens>>, 'id' | 'again'>,
): Promise<boolean> {
  const untilDue = () => untilNextPollMs(id, { intervalMs, failures: 0 });
  const before = untilDue();
  const { afterMs } = (await again()) as { afterMs: number };
  const after = untilDue();
  // Unless one became due meanwhile, the delay has only become shorter.
  return before >= after
    ? before >= afterMs && afterMs >= after
    : before >= afterMs || afterMs >= after;
}

describe('a client whose connector listens', () => {
  test('is listened for from its first poll on, and polled rarely while it is connected', async () => {
    const client = await clientThatListens();
    await client.again();
    expect(await client.listener()).not.toBeNull();
    expect(await isNextAt(60_000, client)).toBe(true);
    await client.connect();
    expect(await isNextAt(slowIntervalMs, client)).toBe(true);
  });

  test('keeps its interval where only a part is heard, and its things do not outlive problems', async () => {
    const client = await clientThatListens();
    client.found.listenCoverage = 'part';
    client.found.devices.push(lamp(true, { id: 'other' }));
    await client.again();
    await client.connect();
    expect(await isNextAt(60_000, client)).toBe(true);
    client.found.devices.pop();
    client.found.problems = [{ device: 'other', failure: new Unavailable('It is away.') }];
    await client.again();
    expect(client.upserts.at(-1)).toMatchObject({ unobserved: [{ code: 'unavailable' }] });
  });

  test('is not listened for any more where nothing is heard', async () => {
    const client = await clientThatListens();
    await client.again();
    expect(await client.listener()).not.toBeNull();
    client.found.listenCoverage = 'none';
    await client.again();
    expect(await client.listener()).toBeNull();
    await client.again();
    expect(await client.listener()).toBeNull();
  });
});
