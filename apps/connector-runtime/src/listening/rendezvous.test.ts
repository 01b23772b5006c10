import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { workerFor } from './start-listening.js';

const workers: string[] = Array.from({ length: 4 }, () => randomUUID());
const clients = Array.from({ length: 4_000 }, () => randomUUID());

describe('the worker of a client', () => {
  test('is the same in whatever order the workers are known', () => {
    for (const client of clients.slice(0, 100)) {
      expect(workerFor(client, workers.toReversed())).toBe(workerFor(client, workers));
    }
  });

  test('has about as many clients as each other one', () => {
    const counts = new Map(workers.map((worker) => [worker, 0]));
    for (const client of clients) {
      const worker = workerFor(client, workers)!;
      counts.set(worker, counts.get(worker)! + 1);
    }
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(800);
      expect(count).toBeLessThan(1_200);
    }
  });

  test('changes only where that worker has gone, or a new one has come', () => {
    const [gone, ...rest] = workers;
    const added = randomUUID();
    for (const client of clients) {
      const before = workerFor(client, workers)!;
      if (before !== gone) expect(workerFor(client, rest)).toBe(before);
      expect([before, added]).toContain(workerFor(client, [...workers, added]));
    }
  });

  test('is none where there is none', () => {
    expect(workerFor(clients[0]!, [])).toBeUndefined();
  });
});
