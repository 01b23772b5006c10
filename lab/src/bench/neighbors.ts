import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, serviceNames, type Account } from '@trellis/testing';
import { startCallers } from '../callers.js';
import { quantile } from '../numbers.js';
import { setting } from '../options.js';
import { milliseconds, print, table } from '../print.js';
import { startInstallation } from './installation.js';
import { startSilentNameServer } from './neighbors/remotes.js';
import { residentMebibytes, start } from './processes.js';
import { seed, type Seed } from './requests/seed.js';

/** Readers, each of which pauses after an answer: they are callers, not a load. */
const readers = 4;
const pauseMs = 20;

type Counts = Record<string, number>;

interface Reading {
  latencies: number[];
  /** Reads that got another status than 200. */
  failures: Counts;
}

/** Measures the reads of one developer alone, and while another developer runs all attacks at once. */
export async function run(): Promise<void> {
  const installation = await startInstallation({
    environment: { RATE_LIMIT_PER_MINUTE: '0', NAME_SERVERS: await startSilentNameServer() },
  });
  try {
    const neighbor = newAccount(installation);
    const own = await seed(neighbor);
    const alone = await read(neighbor, own);
    const { child: attacker } = await start('attacker', {
      ADDRESS: installation.address,
      JWT_SECRET: installation.jwtSecret,
      ATTACKS: process.env.BENCH_ONLY || '.',
    });
    attacker.send('begin');
    await pause(2_000);
    const beside = await read(neighbor, own);
    attacker.send('report');
    const [answers] = (await once(attacker, 'message')) as [Record<string, Counts>];
    attacker.kill();

    const head = ['reads of the neighbor', 'number', 'failed', '50 %', '99 %', 'longest'];
    const reads = [
      rowOf('units and things, alone', alone.units),
      rowOf('units and things, beside the attacks', beside.units),
      rowOf('clients, alone', alone.clients),
      rowOf('clients, beside the attacks', beside.clients),
    ];
    print(`\n${table(head, reads)}`);
    const attacks = Object.entries(answers).map(([name, counts]) => [
      name,
      countsToText(counts) || 'clients',
    ]);
    print(`\n${table(['attack', 'answers by status'], attacks)}\n`);
    const memory: string[][] = [];
    for (const service of serviceNames) {
      const mebibytes = residentMebibytes(await installation.pidOf(service));
      memory.push([service, `${mebibytes.toFixed(0)} MiB`]);
    }
    print(table(['service', 'memory after the attacks'], memory));
  } finally {
    await installation.stop();
  }
}

/** Reads units, lists, properties, things and clients in turn for some seconds. */
async function read({ request }: Account, { units, things }: Seed) {
  const readings = { units: newReading(), clients: newReading() };
  let count = 0;
  const next = () => {
    count += 1;
    const unit = units[count % units.length]!;
    return [
      `/units/${unit}`,
      '/units?limit=50',
      `/units/${unit}/properties/area`,
      `/things/${things[count % things.length]!}`,
      '/connectors/clients',
    ][count % 5]!;
  };
  const readOne = async () => {
    const path = next();
    const reading = path === '/connectors/clients' ? readings.clients : readings.units;
    const startedAt = performance.now();
    const { status } = await request('GET', path);
    reading.latencies.push(performance.now() - startedAt);
    if (status !== 200) reading.failures[status] = (reading.failures[status] ?? 0) + 1;
  };
  const callers = startCallers(readers, readOne, pauseMs);
  await pause(setting('BENCH_SECONDS', 30) * 1_000);
  await callers.stop();
  return readings;
}

const newReading = (): Reading => ({ latencies: [], failures: {} });

function rowOf(name: string, { latencies, failures }: Reading): (string | number)[] {
  const times = [quantile(latencies, 0.5), quantile(latencies, 0.99), quantile(latencies, 1)];
  const failed = countsToText(failures) || 'none';
  return [name, latencies.length, failed, ...times.map((time) => milliseconds(time))];
}

const countsToText = (counts: Counts): string =>
  Object.entries(counts)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
