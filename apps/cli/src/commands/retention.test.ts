import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const installation = { history_days: 7, activity_days: 14 };

let trellis: FakeTrellis;
let cli: TestCli;
let sent: unknown;
beforeEach(async () => {
  sent = undefined;
  trellis = await startTrellis({
    'GET /api/v1/retention': () => ({ history_days: null, activity_days: 5, installation }),
    'PATCH /api/v1/retention': ({ body }) => {
      sent = JSON.parse(body);
      return { history_days: 3, activity_days: null, installation };
    },
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('retention shows what was chosen, and what the installation has', async () => {
  const { out } = await cli.run(['retention']);
  expect(out).toBe('History   7 days\nActivity  5 of 14 days\n');
  expect(sent).toBeUndefined();
});

test('retention chooses days, or none', async () => {
  const { out } = await cli.run(['retention', '--history', '3', '--activity', 'default']);
  expect(sent).toEqual({ history_days: 3, activity_days: null });
  expect(out).toBe('History   3 of 7 days\nActivity  14 days\n');
});

test('what is no number of days is refused', async () => {
  expect(String((await cli.run(['retention', '--history', '0'])).error)).toContain(
    'number of days',
  );
});
