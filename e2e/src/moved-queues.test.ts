import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  freePort,
  createDatabase,
  newAccount,
  startRedis,
  startStack,
  waitFor,
  type Account,
  type Stack,
  type StackOptions,
  type TestRedis,
  type HttpServer,
} from '@trellis/testing';
import {
  countJobs,
  createLetterBox,
  expectDone,
  expectGone,
  expectPolled,
  pauseQueues,
  type PendingWork,
  requestWork,
  resumeQueues,
  startApp,
  workQueues,
} from './pending-work.js';
import { simulate, type SimulatedClient } from './simulation.js';

/** The procedure of docs/operate.md. */
(process.env.TEST_REDIS_URL ? describe : describe.skip)('queues that are moved to Redis', () => {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-moved-'));
  let databaseUrl: string;
  let port: number;
  let redis: TestRedis;
  let app: HttpServer;
  beforeAll(async () => {
    databaseUrl = await createDatabase();
    port = await freePort();
    redis = (await startRedis())!;
    app = await startApp();
  });
  afterAll(async () => {
    await app.close();
    await redis.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function withStack(
    options: Pick<StackOptions, 'environment' | 'args'>,
    use: (account: Account, stack: Stack) => Promise<void>,
  ): Promise<void> {
    const environment = { DATABASE_URL: databaseUrl, ...options.environment };
    const stack = await startStack({ ...options, environment, dataDirectory: directory, port });
    try {
      await use(newAccount(stack, { developer: 'developer-who-moves' }), stack);
    } finally {
      await stack.stop();
    }
  }

  let polled: SimulatedClient;
  let removed: SimulatedClient;
  let work: PendingWork;

  test('lose nothing: neither polls nor removals, writes, deliveries or entries of the audit log', async () => {
    await withStack({}, async (account, stack) => {
      polled = await simulate(account);
      removed = await simulate(account, { subject: 'bob' });
      const [, lamp] = (await polled.things()) as [string, string];
      const letterBox = await createLetterBox(account, app);
      await pauseQueues({ databaseUrl }, [...workQueues, 'audit']);
      work = await requestWork(account, { removed, lamp, letterBox });
      // An entry that units-service could not store waits in a job, which is stored nowhere else.
      const units = await stack.pidOf('units-service');
      process.kill(units, 'SIGSTOP');
      const put = await account.request('PUT', '/callback', { body: { url: app.address } });
      process.kill(units, 'SIGCONT');
      expect(put.status).toBe(200);
    });
    await resumeQueues({ databaseUrl }, ['audit']);
    expect(await countJobs({ databaseUrl }, 'audit')).toBeGreaterThan(0);

    const rest = ['--without', 'api-gateway', 'connector-runtime', 'accounts-service'];
    await withStack({ args: rest }, async () => {
      const isEmpty = async () => (await countJobs({ databaseUrl }, 'audit')) === 0;
      await waitFor(isEmpty, { what: 'the entries of the audit log' });
    });

    const messages = app.requests.length;
    await withStack({ environment: { REDIS_URL: redis.url } }, async (account) => {
      await expectDone(account, work);
      expect(app.requests.length).toBe(messages + 1);
      await expectGone(removed);
      await expectPolled(account, polled);
      const { body } = await account.request('GET', '/audit?operation=registerCallback');
      expect(body).toMatchObject([{ status: 200 }, { status: 201 }]);
    });
  }, 300_000);
});
