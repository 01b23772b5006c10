import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkKeys, checkSchedules } from './checks.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { sessionNeeds } from '../testing/session.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const needsOf = () =>
  sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);

test('keys that encrypt something and are not configured are named', async () => {
  const { sealing } = needsOf();
  const { database } = testing;
  const [first] = await checkKeys({ database }, sealing);
  expect(first).not.toHaveProperty('remedy');
  const outdated = { developer: 'ada', key: 'lost', count: 3 };
  await database.outdatedSecrets.create({ data: outdated });
  expect(await checkKeys({ database }, sealing)).toEqual([
    {
      what: 'keys',
      found: 'Secrets are encrypted with keys that are not configured: lost.',
      remedy: expect.stringMatching('SECRETS_KEYS'),
    },
  ]);
});

test('schedules that are missing and removals that have failed are counted', async () => {
  const needs = needsOf();
  for (let n = 0; n < 2; n += 1) await insertClient(needs, 'test');
  const { database, registry } = needs;
  const counts = { waiting: 0, delayed: 0, active: 0, failed: 0 };
  const check = (polls: object, removals: object) =>
    checkSchedules({
      database,
      registry,
      broker: {
        countJobs: async (queue) => ({ ...counts, ...(queue === 'polls' ? polls : removals) }),
      },
    });
  expect(await check({ delayed: 1, active: 1 }, { delayed: 1 })).toEqual([
    { what: 'schedules', found: '2 for 2 clients.' },
    { what: 'removals', found: '1 are under way, 0 have failed.' },
  ]);
  const wrong = await check({ delayed: 1 }, { failed: 4 });
  expect(wrong).toMatchObject([
    { found: '1 for 2 clients.', remedy: expect.any(String) },
    { found: '0 are under way, 4 have failed.', remedy: expect.any(String) },
  ]);
});
