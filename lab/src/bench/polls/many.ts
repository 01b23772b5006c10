import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import type { Redis } from 'ioredis';
import { range } from '../../numbers.js';
import { cpuPerUnit, readCpu, residentMebibytes, start } from '../processes.js';
import {
  areAllPolled,
  insertClients,
  removeClients,
  requireNoFailure,
  type NewClients,
} from './clients.js';
import { firstPolls, pollAtOnce } from './cost.js';
import { pollSchedule, readJobs, type Jobs } from './jobs.js';
import type { Product } from './product.js';

const sampleSize = 100;

/** Upper limit of the lateness of a poll. */
const maxLatenessMs = 10_000;

/**
 * Starts a worker for clients without schedules, as after the loss of Redis, and measures polls for some seconds once
 * all have run.
 */
export async function measureSteady(product: Product, clients: NewClients, seconds: number) {
  const bytesBefore = await usedBytes(product.redis);
  const ids = await insertClients(product, clients);
  const startedAt = performance.now();
  const worker = await product.startWorker();
  await waitFor(() => areAllPolled(product), {
    within: 600_000,
    every: 1_000,
    what: 'the first polls',
  });
  const firstPollsMs = performance.now() - startedAt;

  const jobs = readJobs(product.redis, pollSchedule);
  const runsBefore = await jobs.countRuns(ids);
  const before = readCpu(product.processes());
  const watchedFrom = performance.now();
  const lateness = await watch(jobs, seconds);
  const watchedMs = performance.now() - watchedFrom;
  const after = readCpu(product.processes());
  const runs = (await jobs.countRuns(ids)) - runsBefore;
  const run = {
    /** From the start of the worker until every client has been polled. */
    firstPollsMs,
    pollsPerSecond: (runs / watchedMs) * 1_000,
    /** CPU time per poll (ms) of every process. */
    cost: cpuPerUnit(before, after, runs),
    /** How long after their due times the sampled polls ended (ms). */
    lateness,
    redisBytesPerClient: ((await usedBytes(product.redis)) - bytesBefore) / ids.length,
    workerMebibytes: residentMebibytes(worker.pid),
  };
  await requireNoFailure(product);
  await worker.stop();
  return run;
}

async function watch(jobs: Jobs, seconds: number): Promise<number[]> {
  const watched: Promise<number[]>[] = [];
  for (const _ of range(seconds)) {
    const now = Date.now();
    const due = await jobs.dueBetween(now + 500, now + 1_500, sampleSize);
    watched.push(Promise.all(due.map(([id, dueAt]) => latenessOf(jobs, id, dueAt))));
    await pause(1_000);
  }
  return (await Promise.all(watched)).flat();
}

async function latenessOf(jobs: Jobs, id: string, dueAt: number): Promise<number> {
  await pause(dueAt - Date.now() + 250);
  for (;;) {
    const endedAt = await jobs.endedAt(id);
    if (endedAt !== undefined && endedAt >= dueAt) return endedAt - dueAt;
    if (Date.now() - dueAt > maxLatenessMs) return maxLatenessMs;
    await pause(250);
  }
}

async function usedBytes(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}

/** Time that the remote technology takes to answer (ms). */
const answerMs = 100;

/** Polls at once per worker. At 100 ms each, a worker makes 100 a second at most, well below its capacity. */
export const pollConcurrency = 10;

const slowClients = 2_000;

/** Polls clients of a slow remote technology; returns the polls per second by number of workers. */
export async function measureScaling(
  product: Product,
  workerCounts: number[],
): Promise<Map<number, number>> {
  const remote = await start('slowRemote', { ANSWER_MS: String(answerMs) });
  const { address } = remote.message as { address: string };
  const throughput = new Map<number, number>();
  for (const count of workerCounts) {
    // With a single slow slot, the fast ones limit a worker.
    const environment = { POLL_CONCURRENCY: String(pollConcurrency), SLOW_POLL_CONCURRENCY: '1' };
    const workers = await Promise.all(range(count).map(() => product.startWorker(environment)));
    // First polls are not measured: they wait for the lock of their account's quota.
    const { ids } = await firstPolls(product, {
      count: slowClients,
      connectorType: 'wot',
      configuration: (n) => ({ url: `${address}/things/${n}`, interval_ms: 3_600_000 }),
    });
    throughput.set(count, (slowClients / (await pollAgain(product, ids))) * 1_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    await removeClients(product);
  }
  remote.child.kill();
  return throughput;
}

async function pollAgain(product: Product, ids: string[]): Promise<number> {
  const startedAt = performance.now();
  await pollAtOnce(product, ids);
  const { countRuns } = readJobs(product.redis, pollSchedule);
  const haveRun = async () => (await countRuns(ids)) >= ids.length;
  await waitFor(haveRun, { within: 240_000, what: 'the polls' });
  return performance.now() - startedAt;
}
