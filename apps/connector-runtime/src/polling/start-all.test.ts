import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { startAllPolls, type PollData } from './schedule.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

test('at a start, missing polls are started, the newest first, spread over their intervals', async () => {
  const connector = testConnector({ poll: async () => ({ devices: [] }) });
  const session = sessionNeeds(testing, [connector]);
  const insert = async (intervalMs: number) =>
    (await insertClient(session, 'test', { client: { interval_ms: intervalMs } })).id;
  const polled = await insert(60_000);
  const quick = await insert(5_000);
  const slow = await insert(3_600_000);
  const gone = (await insertClient(session, 'withdrawn')).id;

  const started: { id: string; delayMs?: number }[] = [];
  const polls = {
    ...recordingScheduler<PollData>(),
    findMissing: async (ids: string[]) => ids.filter((id) => id !== polled),
    start: async (entries: { id: string; delayMs?: number }[]) => void started.push(...entries),
  };
  await startAllPolls({ ...session, polls });
  expect(started.map(({ id }) => id)).toEqual([gone, slow, quick]);
  const delayOf = (id: string) => started.find((one) => one.id === id)?.delayMs;
  expect(delayOf(quick)).toBeLessThanOrEqual(5_000);
  expect(delayOf(slow)).toBeLessThanOrEqual(60_000);
});
