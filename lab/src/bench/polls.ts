import { median, quantile } from '../numbers.js';
import { setting } from '../options.js';
import { head, milliseconds, print, row, seconds } from '../print.js';
import { removeClients, simulators } from './polls/clients.js';
import { measureCosts } from './polls/cost.js';
import { measureScaling, measureSteady, pollConcurrency } from './polls/many.js';
import { startProduct, type Product } from './polls/product.js';
import { totalOf, type CpuTimes } from './processes.js';

/**
 * Measures the cost of polls compared with bare delayed jobs, the lateness of many polls, and with `BENCH_WORKERS` how
 * polling scales. Reports nothing if a client fails.
 */
export async function run(): Promise<void> {
  const workerCounts = (process.env.BENCH_WORKERS ?? '').split(',').filter(Boolean).map(Number);
  const product = await startProduct();
  try {
    if (workerCounts.length > 0) return await reportScaling(product, workerCounts);
    await reportCosts(product);
    await removeClients(product);
    await reportSteady(product);
  } finally {
    await product.stop();
  }
}

const printRow = (...cells: (string | number)[]) => print(row(cells));
const ms = (time: number) => milliseconds(time, 2);

async function reportCosts(product: Product): Promise<void> {
  const rounds = setting('BENCH_ROUNDS', 3);
  const worker = await product.startWorker();
  const costs = await measureCosts(product, rounds);
  await worker.stop();

  const floor = median(costs.floor.map(totalOf));
  const printCost = (name: string, times: CpuTimes[]) => {
    const total = median(times.map(totalOf));
    printRow(name, ms(total), (total / floor).toFixed(2), parts(times));
  };
  print(`\nCPU time, medians of ${rounds} rounds\n`);
  print(head(['work', 'all processes', '/ floor', 'of which']));
  printCost('bare delayed job (floor)', costs.floor);
  printCost('unchanged poll of one device', costs.unchanged);
  printCost('first poll of a client', costs.first);
}

/** Formats the median of each process. */
const parts = (times: CpuTimes[]): string =>
  Object.keys(times[0]!)
    .map((part) => `${part} ${ms(median(times.map((one) => one[part]!)))}`)
    .join(', ');

async function reportSteady(product: Product): Promise<void> {
  const count = setting('BENCH_CLIENTS', 20_000);
  const intervalMs = setting('BENCH_INTERVAL_MS', 20_000);
  const clients = simulators(count, intervalMs);
  const measured = await measureSteady(product, clients, setting('BENCH_SECONDS', 20));
  const { cost, lateness } = measured;
  const late = [0.5, 0.99, 1].map((share) => milliseconds(quantile(lateness, share) ?? NaN));
  print(`\n${count} clients polled every ${intervalMs / 1_000} s by one worker\n`);
  print(head(['measured', 'figure']));
  printRow('all were polled after', `${seconds(measured.firstPollsMs)} s`);
  printRow('polls a second', Math.round(measured.pollsPerSecond));
  printRow('CPU time per poll', `${ms(totalOf(cost))}: ${parts([cost])}`);
  printRow('late, 50 % / 99 % / most', late.join(' / '));
  printRow('Redis per client', `${Math.round(measured.redisBytesPerClient)} bytes`);
  printRow('memory of the worker', `${Math.round(measured.workerMebibytes)} MiB`);
}

async function reportScaling(product: Product, workerCounts: number[]): Promise<void> {
  const throughput = await measureScaling(product, workerCounts);
  print(
    `\nRemote technologies that take 100 ms, ${pollConcurrency} polls at once per worker: polls a second\n`,
  );
  print(head(['workers', 'polls a second']));
  for (const [workers, perSecond] of throughput) printRow(workers, Math.round(perSecond));
}
