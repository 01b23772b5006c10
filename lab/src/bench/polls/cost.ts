import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createScheduler, type Broker } from '@trellis/messaging';
import { waitFor } from '@trellis/testing';
import type { Redis } from 'ioredis';
import { cpuPerUnit, readCpu, type CpuTimes } from '../cpu.js';
import {
  countByStatus,
  insertClients,
  requireNoFailure,
  simulators,
  type NewClients,
} from './clients.js';
import { floorSchedule, pollSchedule, type AnySchedule } from './queues.js';
import type { Product } from './product.js';
import { readSchedules } from './schedules.js';

interface CostOptions {
  /** Number of recurring jobs or polls, and of first polls in a round. */
  count: number;
  intervalMs: number;
  rounds: number;
  secondsPerRound: number;
}

/** CPU time per job or poll (ms) by process, one entry per round. */
interface Costs {
  floor: CpuTimes[];
  unchanged: CpuTimes[];
  first: CpuTimes[];
}

export interface Needs {
  product: Product;
  broker: Broker;
  redis: Redis;
}

/** Measures bare delayed jobs, unchanged polls and first polls in alternation. */
export async function measureCosts(needs: Needs, options: CostOptions): Promise<Costs> {
  const { product } = needs;
  const floorJobs = Array.from({ length: options.count }, (_, n) => `job-${n}`);
  const floor = await startFloor(product, options);
  const floorProcesses = { worker: floor.pid!, Redis: product.processes().Redis! };
  const { ids: clients } = await firstPolls(needs, simulators(options.count, options.intervalMs));

  const costs: Costs = { floor: [], unchanged: [], first: [] };
  // The first round is for the JIT compiler: unoptimized code takes twice as long.
  for (let round = 0; round <= options.rounds; round += 1) {
    const bare = await recurring(needs, floorSchedule, floorJobs, floorProcesses, options);
    const unchanged = await recurring(needs, pollSchedule, clients, product.processes(), options);
    const first = await firstPolls(needs, simulators(options.count, hourMs));
    if (round === 0) continue;
    costs.floor.push(bare);
    costs.unchanged.push(unchanged);
    costs.first.push(first.cost);
  }
  floor.kill();
  return costs;
}

async function startFloor({ redisUrl }: Product, { intervalMs }: CostOptions) {
  const child = fork(fileURLToPath(new URL('./floor.ts', import.meta.url)), {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, REDIS_URL: redisUrl, INTERVAL_MS: String(intervalMs) },
  });
  await once(child, 'message');
  return child;
}

/** Measures the CPU time per run of recurring jobs, and removes them. */
async function recurring(
  { broker, redis }: Needs,
  schedule: AnySchedule,
  ids: string[],
  processes: Record<string, number>,
  { intervalMs, secondsPerRound }: CostOptions,
): Promise<CpuTimes> {
  await createScheduler(broker, schedule).start(
    ids.map((id, n) => ({ id, data: { client: id }, delayMs: (n / ids.length) * intervalMs })),
  );
  await pause(2 * intervalMs);
  const schedules = readSchedules(redis, schedule.queue);
  const runsBefore = await schedules.countRuns(ids);
  const before = readCpu(processes);
  await pause(secondsPerRound * 1_000);
  const after = readCpu(processes);
  const runs = (await schedules.countRuns(ids)) - runsBefore;
  await removeSchedules(broker, schedule);
  return cpuPerUnit(before, after, runs);
}

/** An interval so long that a client is polled once. */
const hourMs = 3_600_000;

/** Polls new clients for the first time, all at once; returns the CPU time per poll. */
export async function firstPolls(
  { product, broker }: Needs,
  clients: NewClients,
): Promise<{ ids: string[]; cost: CpuTimes; tookMs: number }> {
  const ids = await insertClients(product, clients);
  const startedAt = performance.now();
  const before = readCpu(product.processes());
  await createScheduler(broker, pollSchedule).start(
    ids.map((id) => ({ id, data: { client: id } })),
  );
  await waitFor(async () => (await countByStatus(product)).starting === 0, {
    within: 240_000,
    what: 'the first polls',
  });
  const tookMs = performance.now() - startedAt;
  const cost = cpuPerUnit(before, readCpu(product.processes()), ids.length);
  await requireNoFailure(product);
  await removeSchedules(broker, pollSchedule);
  return { ids, cost, tookMs };
}

/** Removes schedules in several passes, because running jobs reschedule themselves once more. */
async function removeSchedules(broker: Broker, { queue }: AnySchedule): Promise<void> {
  for (let pass = 0; pass < 3; pass += 1) {
    await broker.queue(queue).drain(true);
    await pause(300);
  }
}
