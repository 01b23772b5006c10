import { setTimeout as pause } from 'node:timers/promises';
import { createScheduler, type Broker } from '@trellis/messaging';
import { waitFor } from '@trellis/testing';
import { range } from '../../numbers.js';
import { cpuPerUnit, readCpu, start, type CpuTimes } from '../processes.js';
import {
  areAllPolled,
  insertClients,
  requireNoFailure,
  simulators,
  type NewClients,
} from './clients.js';
import { floorSchedule, pollSchedule, readJobs, type AnySchedule } from './jobs.js';
import type { Product } from './product.js';

/** Number of recurring jobs or polls, and of first polls in a round. */
const count = 1_000;
const intervalMs = 1_000;
const roundMs = 3_000;

/** An interval so long that a client is polled once. */
const hourMs = 3_600_000;

/** CPU time per job or poll (ms) by process, one entry per round. */
interface Costs {
  floor: CpuTimes[];
  unchanged: CpuTimes[];
  first: CpuTimes[];
}

/** Measures bare delayed jobs, unchanged polls and first polls in alternation. */
export async function measureCosts(product: Product, rounds: number): Promise<Costs> {
  const floorJobs = range(count).map((n) => `job-${n}`);
  const floor = await start('floorOfPolls', {
    REDIS_URL: product.redisUrl,
    INTERVAL_MS: String(intervalMs),
  });
  const floorProcesses = { worker: floor.pid, Redis: product.processes().Redis! };
  const { ids: clients } = await firstPolls(product, simulators(count, intervalMs));

  const costs: Costs = { floor: [], unchanged: [], first: [] };
  // The first round is for the JIT compiler: unoptimized code takes twice as long.
  for (const round of range(rounds + 1)) {
    const bare = await recurring(product, floorSchedule, floorJobs, floorProcesses);
    const unchanged = await recurring(product, pollSchedule, clients, product.processes());
    const first = await firstPolls(product, simulators(count, hourMs));
    if (round === 0) continue;
    costs.floor.push(bare);
    costs.unchanged.push(unchanged);
    costs.first.push(first.cost);
  }
  floor.child.kill();
  return costs;
}

/** Measures the CPU time per run of recurring jobs, and removes them. */
export async function recurring(
  { broker, redis }: Product,
  schedule: AnySchedule,
  ids: string[],
  processes: Record<string, number>,
): Promise<CpuTimes> {
  await createScheduler(broker, schedule).start(
    ids.map((id, n) => ({ id, data: { client: id }, delayMs: (n / ids.length) * intervalMs })),
  );
  await pause(2 * intervalMs);
  const { countRuns } = readJobs(redis, schedule);
  const runsBefore = await countRuns(ids);
  const before = readCpu(processes);
  await pause(roundMs);
  const after = readCpu(processes);
  const runs = (await countRuns(ids)) - runsBefore;
  await removeSchedules(broker, schedule);
  return cpuPerUnit(before, after, runs);
}

/** Schedules a poll of each client at once. */
export const pollAtOnce = ({ broker }: Product, ids: string[]): Promise<unknown> =>
  createScheduler(broker, pollSchedule).start(ids.map((id) => ({ id, data: { client: id } })));

/** Polls new clients for the first time, all at once; returns the CPU time per poll. */
export async function firstPolls(
  product: Product,
  clients: NewClients,
): Promise<{ ids: string[]; cost: CpuTimes }> {
  const ids = await insertClients(product, clients);
  const before = readCpu(product.processes());
  await pollAtOnce(product, ids);
  await waitFor(() => areAllPolled(product), { within: 240_000, what: 'the first polls' });
  const cost = cpuPerUnit(before, readCpu(product.processes()), ids.length);
  await requireNoFailure(product);
  await removeSchedules(product.broker, pollSchedule);
  return { ids, cost };
}

/** Removes schedules in several passes, because running jobs reschedule themselves once more. */
async function removeSchedules(broker: Broker, { queue }: AnySchedule): Promise<void> {
  for (const _ of range(3)) {
    await broker.queue(queue).drain(true);
    await pause(300);
  }
}
