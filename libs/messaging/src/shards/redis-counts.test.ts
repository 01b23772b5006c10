import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { Redis } from 'ioredis';
import type { ShardCounts } from './marks.js';
import { followShardCounts } from './redis-counts.js';

const times = { refreshMs: 20, claimMs: 60_000, settleMs: 200, retireMs: 300 };

(process.env.TEST_REDIS_URL ? describe : describe.skip)('the number of shards', () => {
  let client: Redis;
  let namespace: string;
  let processes: ShardCounts[];
  beforeEach(() => {
    client = new Redis(process.env.TEST_REDIS_URL!);
    namespace = `test_${randomUUID()}`;
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((counts) => counts.close()));
    client.disconnect();
  });

  async function start(claim: number | undefined, own = times): Promise<ShardCounts> {
    const nodeId = randomUUID();
    const counts = await followShardCounts({ client, namespace, nodeId, claim, times: own });
    counts.use('polls');
    processes.push(counts);
    return counts;
  }

  test('is one until a process says otherwise', async () => {
    const counts = await start(undefined);
    expect([counts.current(), counts.served('polls')]).toEqual([1, 1]);
  });

  test('is the highest that a process has', async () => {
    const [few, follower] = [await start(1), await start(undefined)];
    const many = await start(4);
    await waitFor(() => [few, follower, many].every((counts) => counts.current() === 4));
    await start(2);
    await many.close();
    await waitFor(() => [few, follower].every((counts) => counts.current() === 2));
    expect(few.served('polls')).toBe(4);
  });

  test('grows for those who serve the shards before it does for new jobs', async () => {
    const slow = { ...times, settleMs: 3_600_000 };
    const [few, many] = [await start(1, slow), await start(4, slow)];
    await waitFor(() => few.served('polls') === 4 && many.served('polls') === 4);
    expect([few.current(), many.current()]).toEqual([1, 1]);
  });

  test('that a process has which does not answer any more is forgotten', async () => {
    const few = await start(1);
    await start(4, { ...times, refreshMs: 3_600_000, claimMs: 400 });
    await waitFor(() => few.current() === 4);
    await waitFor(() => few.current() === 1);
  });

  test('goes down for shards that are retired, once nothing has changed for long', async () => {
    const few = await start(1);
    const many = await start(3);
    await waitFor(() => few.current() === 3);
    await few.retire('polls', 1);
    await many.close();
    await waitFor(() => few.current() === 1);
    const patient = await start(1, { ...times, retireMs: 3_600_000 });
    await patient.retire('polls', 1);
    await new Promise<void>((resolve) => patient.onRefresh(resolve));
    expect(patient.served('polls')).toBe(3);
    await waitFor(async () => {
      await few.retire('polls', 1);
      return few.served('polls') === 1;
    });
    expect(few.served('units')).toBe(1);
  });

  test('comes back after a Redis has lost it', async () => {
    const many = await start(4);
    await client.del(`{${namespace}:shards}:claims`, `{${namespace}:shards}:counts`);
    await waitFor(() => client.exists(`{${namespace}:shards}:counts`));
    expect([many.current(), many.served('polls')]).toEqual([4, 4]);
  });
});
