import { connectBroker } from '@trellis/messaging';
import { Redis } from 'ioredis';
import { totalOf, type CpuTimes } from './cpu.js';
import { median } from './measure.js';
import { removeClients, simulators } from './polls/clients.js';
import { measureCosts } from './polls/cost.js';
import { head, row } from '../table.js';
import { startProduct } from './polls/product.js';
import { measureScaling, pollConcurrency } from './polls/scaling.js';
import { measureSteady, type SteadyRun } from './polls/steady.js';

/**
 * Measures the cost of polls compared with bare delayed jobs, the lateness of many polls, and with `BENCH_WORKERS` how
 * polling scales. Reports nothing if a client fails.
 */
const setting = (name: string, otherwise: number) => Number(process.env[name] || otherwise);
const rounds = setting('BENCH_ROUNDS', 3);
const clients = setting('BENCH_CLIENTS', 20_000);
const intervalMs = setting('BENCH_INTERVAL_MS', 20_000);
const seconds = setting('BENCH_SECONDS', 20);
const workerCounts = (process.env.BENCH_WORKERS ?? '').split(',').filter(Boolean).map(Number);

const print = (line = '') => void process.stdout.write(`${line}\n`);
const printRow = (cells: (string | number)[]) => print(row(cells));
const ms = (time: number) => `${time.toFixed(2)} ms`;

const product = await startProduct();
const { redisUrl, databaseUrl } = product;
const redis = new Redis(redisUrl);
const broker = await connectBroker({ redisUrl, databaseUrl });
try {
  if (workerCounts.length > 0) await reportScaling();
  else {
    await reportCosts();
    await removeClients({ product, broker });
    await reportSteady();
  }
} finally {
  redis.disconnect();
  await broker.close();
  await product.stop();
}
process.exit(0);

async function reportCosts(): Promise<void> {
  const worker = await product.startWorker();
  const costs = await measureCosts(
    { product, broker, redis },
    { count: 1_000, intervalMs: 1_000, rounds, secondsPerRound: 3 },
  );
  await worker.stop();

  const floor = median(costs.floor.map(totalOf));
  const line = (name: string, times: CpuTimes[]) => {
    const total = median(times.map(totalOf));
    printRow([name, ms(total), (total / floor).toFixed(2), parts(times)]);
  };
  print(`\nCPU time, medians of ${rounds} rounds\n`);
  print(head(['work', 'all processes', '/ floor', 'of which']));
  line('bare delayed job (floor)', costs.floor);
  line('unchanged poll of one device', costs.unchanged);
  line('first poll of a client', costs.first);
}

/** Formats the median of each process. */
function parts(times: CpuTimes[]): string {
  return Object.keys(times[0]!)
    .map((part) => `${part} ${ms(median(times.map((one) => one[part]!)))}`)
    .join(', ');
}

async function reportSteady(): Promise<void> {
  const run = await measureSteady(
    { product, redis },
    { clients: simulators(clients, intervalMs), workers: 1, seconds },
  );
  print(`\n${clients} clients polled every ${intervalMs / 1_000} s by one worker\n`);
  print(head(['measured', 'figure']));
  printRow(['all were polled after', `${(run.firstPollsMs / 1_000).toFixed(1)} s`]);
  reportRun(run);
  printRow(['Redis per client', `${Math.round(run.redisBytesPerClient)} bytes`]);
  printRow(['memory of the worker', `${Math.round(run.workerMebibytes)} MiB`]);
}

function reportRun({ pollsPerSecond, lateness, cost }: SteadyRun): void {
  const sorted = lateness.toSorted((one, other) => one - other);
  const quantile = (share: number) =>
    `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)} ms`;
  printRow(['polls a second', Math.round(pollsPerSecond)]);
  printRow(['CPU time per poll', `${ms(totalOf(cost))}: ${parts([cost])}`]);
  printRow(['late, 50 % / 99 % / most', `${quantile(0.5)} / ${quantile(0.99)} / ${quantile(1)}`]);
}

async function reportScaling(): Promise<void> {
  const throughput = await measureScaling({ product, broker, redis }, workerCounts);
  print(
    `\nRemote technologies that take 100 ms, ${pollConcurrency} polls at once per worker: polls a second\n`,
  );
  print(head(['workers', 'polls a second']));
  for (const [workers, perSecond] of throughput) printRow([workers, Math.round(perSecond)]);
}
