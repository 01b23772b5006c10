import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NewSchedule } from '@trellis/messaging';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { startPolls } from './start-polls.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

test('polls are started in order, spread over their intervals; those of unauthorized clients are not', async () => {
  const connector = testConnector({ poll: async () => ({ devices: [] }) });
  const session = sessionNeeds(testing, [connector]);
  const insert = async (intervalMs: number) =>
    (await insertClient(session, 'test', { client: { interval_ms: intervalMs } })).id;
  const quick = await insert(5_000);
  const slow = await insert(3_600_000);
  const gone = (await insertClient(session, 'withdrawn')).id;

  const started: NewSchedule<{ client: string }>[] = [];
  const polls = {
    ...recordingScheduler<{ client: string }>(),
    start: async (entries: NewSchedule<{ client: string }>[]) => void started.push(...entries),
  };
  await startPolls({ ...session, polls }, [gone, slow, quick]);
  expect(started.map(({ id }) => id)).toEqual([gone, slow, quick]);
  expect(started.every(({ isUnfinished }) => isUnfinished)).toBe(true);
  const delayOf = (id: string) => started.find((one) => one.id === id)?.delayMs;
  expect(delayOf(quick)).toBeLessThanOrEqual(5_000);
  expect(delayOf(slow)).toBeLessThanOrEqual(60_000);

  const needing = sessionNeeds(testing, [oauth2Connector]);
  await startPolls({ ...needing, polls }, [slow]);
  expect(started).toHaveLength(3);
  await testing.database.client.update({ where: { id: slow }, data: { tokens: 'sealed' } });
  await startPolls({ ...needing, polls }, [slow]);
  expect(started).toHaveLength(4);
});
