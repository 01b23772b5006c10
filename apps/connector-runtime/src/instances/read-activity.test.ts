import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startCounting } from '../accounts/count-activity.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { sessionNeeds } from '../testing/session.js';
import { readInstanceActivity } from './read-activity.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Infinity };

test('polls of the clients of an instance are counted by hours, with their durations', async () => {
  const session = sessionNeeds(testing, []);
  const { instance, developer } = await insertClient(session, 'test');
  const counter = startCounting({ ...testing, log: silentLog });
  const poll = { connectorType: 'test', isFailed: false, latenessMs: 1 };
  counter.addPoll(developer, { ...poll, durationMs: 100 });
  counter.addPoll(developer, { ...poll, isFailed: true, durationMs: 500 });
  counter.addPoll(developer, { ...poll, connectorType: 'other', durationMs: 9_000 });
  await counter.stop();
  const on = { caller: { developer }, id: instance.id };
  const { hours } = await readInstanceActivity(testing, on, context);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toEqual({
    from: expect.any(String),
    polls: 2,
    failed_polls: 1,
    late_polls: 0,
    max_lateness_seconds: 0.001,
    mean_duration_seconds: 0.3,
    max_duration_seconds: 0.5,
  });
  expect(hours[0]).toMatchObject({ polls: 0, mean_duration_seconds: 0 });
  const others = { caller: { developer: randomUUID() }, id: instance.id };
  await expect(readInstanceActivity(testing, others, context)).rejects.toThrow('no such');
});
