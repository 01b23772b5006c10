import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, startRedis, startStack, type Account } from '@trellis/testing';
import { quantile, start } from './measure.js';
import { table } from '../table.js';
import { residentMebibytes } from './memory.js';
import { startSilentNameServer } from './neighbors/remotes.js';
import { seed, type Seed } from './requests/seed.js';

/** Measures the reads of one developer alone, and while another developer runs all attacks at once. */
const seconds = Number(process.env.BENCH_SECONDS || 30);
const only = process.env.BENCH_ONLY || '.';

/** Readers, each of which pauses after an answer: they are callers, not a load. */
const readers = 4;
const pauseMs = 20;

interface Reading {
  latencies: number[];
  /** How many reads got another status than 200, by status. */
  failures: Record<string, number>;
}

const redis = await startRedis();
const stack = await startStack({
  environment: {
    RATE_LIMIT_PER_MINUTE: '0',
    EGRESS_PRIVATE: 'allow',
    NAME_SERVERS: await startSilentNameServer(),
    ...(redis && { REDIS_URL: redis.url }),
  },
});
try {
  const neighbor = newAccount(stack);
  const own = await seed(neighbor);
  const alone = await read(neighbor, own);
  const attacker = await start('neighbors/attacker', {
    ADDRESS: stack.address,
    JWT_SECRET: stack.jwtSecret,
    ATTACKS: only,
  });
  attacker.send('begin');
  await pause(2_000);
  const beside = await read(neighbor, own);
  attacker.send('report');
  const [answers] = (await once(attacker, 'message')) as [Record<string, Record<string, number>>];
  attacker.kill();

  report([
    ['alone', alone],
    ['beside the attacks', beside],
  ]);
  process.stdout.write(`\n${table(['attack', 'answers by status'], rowsOf(answers))}\n\n`);
  process.stdout.write(`${table(['service', 'memory after the attacks'], await memoryRows())}\n`);
} finally {
  await stack.stop();
  stack.clear();
  await redis?.stop();
  process.exit(0);
}

/** Reads units, lists, properties and things in turn for some seconds. */
async function read({ request }: Account, { units, things }: Seed): Promise<Reading> {
  const reading: Reading = { latencies: [], failures: {} };
  const until = performance.now() + seconds * 1_000;
  let count = 0;
  const next = () => {
    count += 1;
    const unit = units[count % units.length]!;
    return [
      `/units/${unit}`,
      '/units?limit=50',
      `/units/${unit}/properties/area`,
      `/things/${things[count % things.length]!}`,
    ][count % 4]!;
  };
  const readOn = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const { status } = await request('GET', next());
      reading.latencies.push(performance.now() - startedAt);
      if (status !== 200) reading.failures[status] = (reading.failures[status] ?? 0) + 1;
      await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: readers }, readOn));
  return reading;
}

function report(readings: [string, Reading][]): void {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const rows = readings.map(([name, { latencies, failures }]) => [
    name,
    String(latencies.length),
    countsToText(failures) || 'none',
    ms(quantile(latencies, 0.5)),
    ms(quantile(latencies, 0.99)),
    ms(Math.max(...latencies)),
  ]);
  const head = ['reads of the neighbor', 'number', 'failed', '50 %', '99 %', 'longest'];
  process.stdout.write(`\n${table(head, rows)}\n`);
}

function rowsOf(answers: Record<string, Record<string, number>>): string[][] {
  return Object.entries(answers).map(([name, counts]) => [name, countsToText(counts) || 'clients']);
}

function countsToText(counts: Record<string, number>): string {
  const entries = Object.entries(counts);
  return entries.map(([status, count]) => `${status}: ${count}`).join(', ');
}

async function memoryRows(): Promise<string[][]> {
  const services = ['api-gateway', 'units-service', 'connector-runtime'] as const;
  return Promise.all(
    services.map(async (service) => {
      const mebibytes = residentMebibytes(await stack.pidOf(service));
      return [service, `${mebibytes.toFixed(0)} MiB`];
    }),
  );
}
