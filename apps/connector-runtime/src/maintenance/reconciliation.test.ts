import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  connectBroker,
  createJobQueue,
  createScheduler,
  startJobWorker,
  startScheduleWorker,
  type Broker,
} from '@trellis/messaging';
import { backends, startRedis, testBroker, waitFor, type TestRedis } from '@trellis/testing';
import { Redis } from 'ioredis';
import {
  alertMessageJob,
  groupSchedule,
  removalJob,
  pollSchedule,
  interactionJob,
  deliveryJob,
  erasureSchedule,
  redeliverySchedule,
  replayJob,
  subscriptionSchedule,
} from '../queues.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { sessionNeeds } from '../testing/session.js';
import { expectedJobs } from './expected-jobs.js';
import { reconcile, startReconciliation } from './reconciliation.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const removal = removalJob(30);

/** A client with a removal, an interaction, a part of a batch and a delivery that are pending, none of which has a job. */
async function pendingWork() {
  const { database } = testing;
  const session = sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);
  const { id, key, developer } = await insertClient(session, 'test', {
    client: { interval_ms: 1_000 },
  });
  await database.removal.create({ data: { clientKey: key } });
  const earlier = new Date(Date.now() - 60_000);
  const interaction = randomUUID();
  const request = {
    developer,
    thing: randomUUID(),
    clientId: id,
    operation: 'invokeaction',
    name: 'open',
    idempotent: false,
    requested: earlier,
  };
  const inBatch = { id: randomUUID(), status: 'waiting', groupId: randomUUID() };
  await database.interaction.createMany({
    data: [
      { ...request, id: interaction },
      { ...request, ...inBatch },
    ],
  });
  const delivery = randomUUID();
  await database.webhook.create({
    data: {
      developer,
      app: 'app',
      url: 'https://app.example',
      secret: '',
      deliveries: {
        create: { id: delivery, type: 'thing_created', payload: '', created: earlier },
      },
    },
  });
  return { session, client: id, interaction, delivery };
}

/** Stores a delivery for the webhook of another one. */
async function addDelivery(other: string): Promise<string> {
  const { webhookKey } = await testing.database.delivery.findUniqueOrThrow({
    where: { id: other },
  });
  const id = randomUUID();
  await testing.database.delivery.create({
    data: { id, webhookKey, type: 'thing_created', payload: '' },
  });
  return id;
}

const queuesOf = (broker: Broker) => ({
  polls: createScheduler(broker, pollSchedule),
  removals: createJobQueue(broker, removal),
  interactions: createJobQueue(broker, interactionJob),
  groups: createScheduler(broker, groupSchedule),
  deliveries: createJobQueue(broker, deliveryJob),
  replays: createJobQueue(broker, replayJob),
  redeliveries: createScheduler(broker, redeliverySchedule),
  erasures: createScheduler(broker, erasureSchedule),
  subscriptions: createScheduler(broker, subscriptionSchedule),
  alertMessages: createJobQueue(broker, alertMessageJob),
});

/** Works on all queues as long as the broker is open; counts the runs of each job. */
function countRuns(broker: Broker) {
  const runs = { polls: 0, removals: 0, interactions: 0, groups: 0, deliveries: 0 };
  const recurring = (count: () => void) => ({
    run: async () => {
      count();
      return { afterMs: 1_000 };
    },
    concurrency: 1,
    retryMs: 1_000,
    onFailure: () => undefined,
  });
  startScheduleWorker(
    broker,
    pollSchedule,
    recurring(() => (runs.polls += 1)),
  );
  startScheduleWorker(
    broker,
    groupSchedule,
    recurring(() => (runs.groups += 1)),
  );
  // Attempts fail, so that the jobs wait for their next ones, long after the end of the test.
  const failing = (count: () => void) => ({
    handle: async () => {
      count();
      throw new Error('It fails.');
    },
    concurrency: 1,
    onFailure: () => undefined,
    onDeadLetter: async () => undefined,
  });
  const slow = { firstMs: 3_600_000, maxMs: 3_600_000 };
  const slowly = <Kind extends object>(kind: Kind) => ({ ...kind, backoff: slow });
  startJobWorker(
    broker,
    slowly(removal),
    failing(() => (runs.removals += 1)),
  );
  startJobWorker(
    broker,
    slowly(interactionJob),
    failing(() => (runs.interactions += 1)),
  );
  startJobWorker(
    broker,
    slowly(deliveryJob),
    failing(() => (runs.deliveries += 1)),
  );
  return runs;
}

(process.env.TEST_REDIS_URL ? describe : describe.skip)('when Redis fails', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = (await startRedis())!;
  });
  afterAll(() => redis.stop());

  test('a job that could not be added is added soon', async () => {
    const { session, client } = await pendingWork();
    const broker = await connectBroker({ redisUrl: redis.url, databaseUrl: '', namespace: 'soon' });
    const queues = queuesOf(broker);
    let passes = 0;
    const { removals } = expectedJobs({ ...session, ...queues });
    const findMissing = async (ids: string[]) => {
      passes += 1;
      return passes === 1 ? [] : removals!.findMissing(ids);
    };
    const stop = startReconciliation(
      broker,
      { pool: session.pool, expected: { removals: { ...removals!, findMissing } }, log: silentLog },
      { intervalMs: 3_600_000 },
    );
    const admin = new Redis(redis.url);
    try {
      await waitFor(() => passes > 0);
      await admin.config('SET', 'maxmemory', 1);
      await expect(queues.removals.add(client, { client })).rejects.toThrow();
      await admin.config('SET', 'maxmemory', 0);
      await waitFor(async () => (await queues.removals.findMissing([client])).length === 0);
    } finally {
      await admin.config('SET', 'maxmemory', 0);
      admin.disconnect();
      stop();
      await broker.close();
    }
  });

  test('polls, removals, interactions and deliveries go on by themselves when it loses its data', async () => {
    const { session, delivery } = await pendingWork();
    const broker = await connectBroker({ redisUrl: redis.url, databaseUrl: '' });
    const deliveries = createJobQueue(broker, deliveryJob);
    const runs = countRuns(broker);
    const stop = startReconciliation(
      broker,
      {
        pool: session.pool,
        expected: expectedJobs({ ...session, ...queuesOf(broker) }),
        log: silentLog,
      },
      { intervalMs: 3_600_000 },
    );
    const admin = new Redis(redis.url);
    try {
      await waitFor(() => Object.values(runs).every((count) => count > 0), { what: 'every job' });
      const added = await addDelivery(delivery);
      await deliveries.add(added, { delivery: added });
      await admin.flushall();
      const before = { ...runs };
      const queues = Object.keys(runs) as (keyof typeof runs)[];
      await waitFor(() => queues.every((queue) => runs[queue] > before[queue]), {
        what: 'every job, once more',
      });
      await waitFor(async () => (await deliveries.findMissing([added])).length === 0, {
        what: 'the job of a delivery that had just been added',
      });
    } finally {
      stop();
      admin.disconnect();
      await broker.close();
    }
  });
});

describe.each(backends.filter(({ available }) => available))('over $backend', ({ backend }) => {
  test('what has a job is left alone, and what has none is found on every page', async () => {
    const pending = [await pendingWork(), await pendingWork(), await pendingWork()];
    const { session } = pending[0]!;
    const broker = await connectBroker(await testBroker(backend));
    try {
      const queues = queuesOf(broker);
      const present = pending[1]!;
      await queues.polls.start([{ id: present.client, data: { client: present.client } }]);
      await queues.removals.add(present.client, { client: present.client });
      const all = expectedJobs({ ...session, ...queues });
      for (const [queue, jobs] of Object.entries(all)) {
        const [{ count }] = await testing.database.$queryRawUnsafe<[{ count: bigint }]>(
          `SELECT count(*) FROM (${jobs.statement.text}) AS expected`,
          null,
          1_000,
        );
        const has = queue === 'polls' || queue === 'removals' ? 1 : 0;
        const options = { pageSize: 2 };
        expect(await reconcile(session.pool, jobs, options)).toBe(Number(count) - has);
        expect(await reconcile(session.pool, jobs, options)).toBe(0);
      }
    } finally {
      await broker.close();
    }
  });
});
