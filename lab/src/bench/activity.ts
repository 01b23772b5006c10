import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '@trellis/testing';
import { range } from '../numbers.js';
import { setting } from '../options.js';
import { print, row, table } from '../print.js';
import { insertClients, simulators } from './polls/clients.js';
import { startProduct, type Product } from './polls/product.js';

/** How long operations are stored by default. */
const days = 14;

/** The body of each answer that fails: more than is recorded of it. */
const body = JSON.stringify({ error: 'internal', trace: 'at line 1 of the program\n'.repeat(800) });

/**
 * Measures the disk space of the operations of many clients, a share of which fails: after each interval, the size of
 * what is stored. Each client has a row per day and outcome, so that the size stops growing.
 */
export async function run(): Promise<void> {
  const count = setting('BENCH_CLIENTS', 10_000);
  const percent = setting('BENCH_FAILING_PERCENT', 10);
  const accounts = setting('BENCH_ACCOUNTS', 10);
  const intervalMs = setting('BENCH_INTERVAL_MS', 20_000);
  const rounds = setting('BENCH_ROUNDS', 10);
  const failing = Math.round((count * percent) / 100);
  const remote = await startHttpServer((_request, response) => {
    response.statusCode = 500;
    response.end(body);
  });
  const product = await startProduct();
  try {
    for (const _ of range(accounts)) await insertAccount(product, remote.address);
    const worker = await product.startWorker({ LOG_LEVEL: 'error' });
    print(`\n${count} clients of ${accounts} accounts, ${failing} of which fail\n`);
    print(table(['after', ...Object.keys(await measure(product))], []));
    for (const round of range(rounds)) {
      await pause(intervalMs);
      const after = `${((round + 1) * intervalMs) / 1_000} s`;
      print(row([after, ...Object.values(await measure(product))]));
    }
    const { bytes } = await sizeOf(product);
    print(`\nFor ${days} days: ${mebibytes(bytes * days)}`);
    await worker.stop();
  } finally {
    await product.stop();
    await remote.close();
  }

  async function insertAccount(to: Product, address: string): Promise<void> {
    const developer = `bench-${crypto.randomUUID()}`;
    const working = Math.round((count - failing) / accounts);
    await insertClients(to, { ...simulators(working, intervalMs), developer });
    await insertClients(to, {
      count: Math.round(failing / accounts),
      developer,
      connectorType: 'wot',
      configuration: (n) => ({ url: `${address}/things/${n}`, interval_ms: intervalMs }),
    });
  }
}

async function measure(product: Product) {
  const { bytes, operations, failures, requests } = await sizeOf(product);
  return {
    operations,
    'of which failures': failures,
    'with requests': requests,
    'disk space': mebibytes(bytes),
  };
}

/** Returns how many operations are stored, and the disk space of their partitions with indexes and usage (bytes). */
async function sizeOf({ database }: Product) {
  const { rows } = await database.query<Record<Counted, number>>(
    `SELECT count(*)::int AS operations,
       count(*) FILTER (WHERE outcome = 'failed')::int AS failures,
       count(requests)::int AS requests,
       (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('connectors.client_operations'))::float8
         + pg_total_relation_size('connectors.operation_usage') AS bytes
     FROM connectors.client_operations`,
  );
  return rows[0]!;
}

type Counted = 'operations' | 'failures' | 'requests' | 'bytes';

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;
