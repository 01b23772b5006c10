import { setTimeout as pause } from 'node:timers/promises';
import { defineCalls } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import type { Broker } from '../broker.js';
import type { DurableJob } from '../jobs/durable.js';
import { createScheduler, startScheduleWorker, type Schedule } from '../jobs/schedule.js';
import { serve } from '../calls/serve.js';

/** Kinds of messages whose queues have shards. */
export const watering: Schedule<{ plant: string }> = {
  queue: 'watering',
  sharded: true,
  data: z.object({ plant: z.string() }),
};

export const cleaning: DurableJob<{ room: string }> = {
  queue: 'cleaning',
  sharded: true,
  data: z.object({ room: z.string() }),
  attempts: 5,
  backoff: { firstMs: 100, maxMs: 100 },
};

export const greeting = {
  queue: 'greetings',
  sharded: true as const,
  calls: defineCalls({
    greet: { input: z.object({ name: z.string() }), output: z.object({ text: z.string() }) },
  }),
};

export const serveGreetings = (broker: Broker) =>
  serve(broker, {
    contract: greeting,
    handlers: { greet: async (_needs, { name }) => ({ text: `Hello ${name}` }) },
    needs: {},
    onUnexpected: () => undefined,
  });

/** Waters plants in any number of processes, and notes how often each was watered, and twice at once. */
export function createGarden(size: number) {
  const plants = Array.from({ length: size }, (_, index) => `plant-${index}`);
  const runs = new Map(plants.map((plant) => [plant, 0]));
  const running = new Set<string>();
  const overlapped = new Set<string>();
  const dryUntil = (times: number) => {
    const before = new Map(runs);
    return () => plants.filter((plant) => runs.get(plant)! < before.get(plant)! + times);
  };
  return {
    plants,
    overlapped,
    start: (broker: Broker) =>
      createScheduler(broker, watering).start(
        plants.map((plant) => ({ id: plant, data: { plant } })),
      ),
    work: (broker: Broker) =>
      startScheduleWorker(broker, watering, {
        async run({ plant }) {
          if (running.has(plant)) overlapped.add(plant);
          running.add(plant);
          await pause(20 + Math.random() * 60);
          running.delete(plant);
          runs.set(plant, runs.get(plant)! + 1);
          return { afterMs: Math.random() * 200 };
        },
        concurrency: 2 * size,
        onFailure: () => undefined,
        retryMs: 100,
      }),
    /** A function that says whether every plant has been watered so often from now on. */
    wateredAgain(times: number): () => boolean {
      const dry = dryUntil(times);
      return () => dry().length === 0;
    },
    /** Waits until every plant has been watered so often from now on; fails with the states of the others. */
    async watered(broker: Broker, times: number): Promise<void> {
      const dry = dryUntil(times);
      try {
        await waitFor(() => dry().length === 0, { what: 'every schedule' });
      } catch (error) {
        const states = await Promise.all(dry().map((plant) => statesOf(broker, plant)));
        throw new Error(`${(error as Error).message} ${states.join(', ')}`, { cause: error });
      }
    },
  };
}

/** The state of the job of a plant in each shard. */
async function statesOf(broker: Broker, plant: string): Promise<string> {
  const shards = Array.from({ length: broker.shards.served(watering.queue) }, (_, shard) =>
    broker.queue(watering.queue, shard).getJobState(plant),
  );
  return `${plant}: ${(await Promise.all(shards)).join(' ')}`;
}

/** How many jobs are in each of the first shards of a queue. */
export const sizesOfShards = (broker: Broker, queue: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, shard) => {
      const counts = await broker.queue(queue, shard).getJobCounts();
      return Object.values(counts).reduce((sum, jobs) => sum + jobs);
    }),
  );
