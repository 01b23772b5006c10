import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import type { Redis } from 'ioredis';
import { cpuPerUnit, readCpu, type CpuTimes } from '../cpu.js';
import { countByStatus, insertClients, requireNoFailure, type NewClients } from './clients.js';
import { residentMebibytes } from '../memory.js';
import type { Product } from './product.js';
import { pollSchedule } from './queues.js';
import { readSchedules, type Schedules } from './schedules.js';

interface SteadyOptions {
  clients: NewClients;
  workers: number;
  /** Duration of the measurement, after all clients have been polled. */
  seconds: number;
}

export interface SteadyRun {
  /** From the start of the workers until every client has been polled. */
  firstPollsMs: number;
  pollsPerSecond: number;
  /** CPU time per poll (ms) of every process. */
  cost: CpuTimes;
  /** How long after their due times the sampled polls ended (ms). */
  lateness: number[];
  redisBytesPerClient: number;
  /** Memory of the largest worker. */
  workerMebibytes: number;
}

/** Number of sampled polls per second. */
const sampleSize = 100;

/** Upper limit of the lateness of a poll. */
const maxLatenessMs = 10_000;

/** Starts workers for clients without schedules, as after the loss of Redis, and measures polls once all have run. */
export async function measureSteady(
  { product, redis }: { product: Product; redis: Redis },
  { clients, workers: count, seconds }: SteadyOptions,
): Promise<SteadyRun> {
  const bytesBefore = await usedBytes(redis);
  const ids = await insertClients(product, clients);
  const startedAt = performance.now();
  const workers = await Promise.all(Array.from({ length: count }, () => product.startWorker()));
  await waitFor(async () => (await countByStatus(product)).starting === 0, {
    within: 600_000,
    every: 1_000,
    what: 'the first polls',
  });
  const firstPollsMs = performance.now() - startedAt;

  const schedules = readSchedules(redis, pollSchedule.queue);
  const runsBefore = await schedules.countRuns(ids);
  const before = readCpu(product.processes());
  const watchedFrom = performance.now();
  const lateness = await watch(schedules, seconds);
  const watchedMs = performance.now() - watchedFrom;
  const after = readCpu(product.processes());
  const runs = (await schedules.countRuns(ids)) - runsBefore;

  const run = {
    firstPollsMs,
    pollsPerSecond: (runs / watchedMs) * 1_000,
    cost: cpuPerUnit(before, after, runs),
    lateness,
    redisBytesPerClient: ((await usedBytes(redis)) - bytesBefore) / ids.length,
    workerMebibytes: Math.max(...workers.map(({ pid }) => residentMebibytes(pid))),
  };
  await requireNoFailure(product);
  await Promise.all(workers.map((worker) => worker.stop()));
  return run;
}

/** Samples the polls of every second and returns their lateness (ms). */
async function watch(schedules: Schedules, seconds: number): Promise<number[]> {
  const watched: Promise<number[]>[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const now = Date.now();
    const due = await schedules.dueBetween(now + 500, now + 1_500, sampleSize);
    watched.push(Promise.all([...due].map(([id, dueAt]) => latenessOf(schedules, id, dueAt))));
    await pause(1_000);
  }
  return (await Promise.all(watched)).flat();
}

async function latenessOf(schedules: Schedules, id: string, dueAt: number): Promise<number> {
  await pause(dueAt - Date.now() + 250);
  for (;;) {
    const endedAt = await schedules.endedAt(id);
    if (endedAt !== undefined && endedAt >= dueAt) return endedAt - dueAt;
    if (Date.now() - dueAt > maxLatenessMs) return maxLatenessMs;
    await pause(250);
  }
}

async function usedBytes(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}
