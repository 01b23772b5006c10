import { afterAll, afterEach, beforeAll, beforeEach, describe } from '@jest/globals';
import {
  backends,
  startRedisCluster,
  testBroker,
  type TestBroker,
  type TestRedisCluster,
} from '@trellis/testing';
import { connectBroker, type Broker } from '../broker.js';

/**
 * Declares tests for queues in PostgreSQL, in Redis and in a Redis Cluster. They get a function that opens a
 * further connection to the queues of their own, which is closed after the test, and one that tells where
 * these queues are.
 */
export function describeOverBackends(
  what: string,
  declareTests: (connect: Connect, address: () => TestBroker) => void,
): void {
  for (const { backend, available } of backends) {
    declare(`${what} over ${backend}`, available, () => testBroker(backend), declareTests);
  }
  describeOverCluster(what, declareTests);
}

/** The same for queues in a Redis Cluster alone. */
export function describeOverCluster(
  what: string,
  declareTests: (
    connect: Connect,
    address: () => TestBroker,
    cluster: () => TestRedisCluster,
  ) => void,
  { hasReplicas = false } = {},
): void {
  const available = Boolean(process.env.TEST_REDIS_URL);
  (available ? describe : describe.skip)(`${what} over a Redis Cluster`, () => {
    let cluster: TestRedisCluster;
    beforeAll(async () => {
      cluster = (await startRedisCluster({ hasReplicas }))!;
    });
    afterAll(() => cluster.stop());
    const address = async () => ({ ...(await testBroker('Redis')), redisUrl: cluster.url });
    declare('with three masters', available, address, (connect, own) =>
      declareTests(connect, own, () => cluster),
    );
  });
}

/** Opens a connection, of a process that is configured to have so many shards. */
export type Connect = (options?: { shards?: number; lockMs?: number }) => Promise<Broker>;

function declare(
  what: string,
  available: boolean,
  newAddress: () => Promise<TestBroker>,
  declareTests: (connect: Connect, address: () => TestBroker) => void,
): void {
  (available ? describe : describe.skip)(what, () => {
    let address: TestBroker;
    let brokers: Broker[];
    beforeEach(async () => {
      address = await newAddress();
      brokers = [];
    });
    afterEach(async () => {
      await Promise.all(brokers.map((broker) => broker.close()));
    });
    declareTests(
      async (options = {}) => {
        const broker = await connectBroker({
          ...address,
          redisUrl: address.redisUrl,
          ...options,
        });
        brokers.push(broker);
        return broker;
      },
      () => address,
    );
  });
}
