import { afterEach, beforeEach, describe } from '@jest/globals';
import { backends, testBroker, type TestBroker } from '@trellis/testing';
import { connectBroker, type Broker } from '../broker.js';

/**
 * Declares tests for queues in PostgreSQL and in Redis. They get a function that opens a further
 * connection to the queues of their own, which is closed after the test, and one that tells where these
 * queues are.
 */
export function describeOverBackends(
  what: string,
  declareTests: (connect: () => Promise<Broker>, address: () => TestBroker) => void,
): void {
  for (const { backend, available } of backends) {
    (available ? describe : describe.skip)(`${what} over ${backend}`, () => {
      let address: TestBroker;
      let brokers: Broker[];
      beforeEach(async () => {
        address = await testBroker(backend);
        brokers = [];
      });
      afterEach(async () => {
        await Promise.all(brokers.map((broker) => broker.close()));
      });
      declareTests(
        async () => {
          const broker = await connectBroker({ ...address, redisUrl: address.redisUrl });
          brokers.push(broker);
          return broker;
        },
        () => address,
      );
    });
  }
}
