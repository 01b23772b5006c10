import { afterAll, afterEach, beforeAll, beforeEach, describe, jest } from '@jest/globals';
import {
  startRedisCluster,
  testBroker,
  type TestBroker,
  type TestRedisCluster,
} from '@trellis/testing';
import { connectBroker, type Broker, type BrokerAddress } from '../broker.js';

/** Queues that belong to one test. */
export interface TestQueues {
  /** Opens a further connection to the queues, which is closed after the test. */
  connect(options?: Partial<BrokerAddress>): Promise<Broker>;
  /** Returns where the queues are. */
  address(): TestBroker;
}

/** Declares the tests of one part of the library. */
export type Suite = (queues: TestQueues) => void;

const hasRedis = Boolean(process.env.TEST_REDIS_URL);

/** Timeout of tests that start processes or wait for locks to expire (ms). */
const slowTestMs = 60_000;

/** Timeout of tests in which a cluster loses a master or the number of shards changes (ms). */
const clusterTestMs = 180_000;

/** Declares tests for queues in PostgreSQL or in Redis. */
export function describeOver(backend: 'PostgreSQL' | 'Redis', declareTests: Suite): void {
  jest.setTimeout(slowTestMs);
  (backend === 'PostgreSQL' || hasRedis ? describe : describe.skip)(`over ${backend}`, () =>
    declareTests(testQueues(() => testBroker(backend))),
  );
}

/** Declares tests for queues in a Redis Cluster with three masters. */
export function describeOverCluster(
  declareTests: (queues: TestQueues, cluster: () => TestRedisCluster) => void,
  { hasReplicas = false } = {},
): void {
  jest.setTimeout(clusterTestMs);
  (hasRedis ? describe : describe.skip)('over a Redis Cluster', () => {
    let cluster: TestRedisCluster;
    beforeAll(async () => {
      cluster = (await startRedisCluster({ hasReplicas }))!;
    });
    afterAll(() => cluster.stop());
    const newAddress = async () => ({ ...(await testBroker('Redis')), redisUrl: cluster.url });
    declareTests(testQueues(newAddress), () => cluster);
  });
}

function testQueues(newAddress: () => Promise<TestBroker>): TestQueues {
  let address: TestBroker;
  let brokers: Broker[];
  beforeEach(async () => {
    address = await newAddress();
    brokers = [];
  });
  afterEach(async () => {
    await Promise.all(brokers.map((broker) => broker.close()));
  });
  return {
    async connect(options = {}) {
      const broker = await connectBroker({ ...address, ...options });
      brokers.push(broker);
      return broker;
    },
    address: () => address,
  };
}
