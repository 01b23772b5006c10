import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, serviceNames, type Account } from '@trellis/testing';
import { startCallers } from '../callers.js';
import { quantile } from '../numbers.js';
import { setting } from '../options.js';
import { milliseconds, print, table } from '../print.js';
import { startInstallation } from './installation.js';
import { attacks } from './neighbors/attacks.js';
import { startSilentNameServer } from './neighbors/remotes.js';
import { createSimulators, thingsOf } from './neighbors/simulators.js';
import { residentMebibytes, start } from './processes.js';
import { seed, type Seed } from './requests/seed.js';

/** Callers, each of which pauses after an answer: they are no load. */
const readers = 4;
const pauseMs = 20;

type Counts = Record<string, number>;

interface Reading {
  latencies: number[];
  /** Requests that got another status than 200 or 204. */
  failures: Counts;
}

const kinds = ['units', 'clients', 'writes'] as const;
type Readings = Record<(typeof kinds)[number], Reading>;

/** The units and things of the neighbor, and its lamp of the simulator. */
type Home = Seed & { lamp: string };

/**
 * Measures the requests of one developer alone, and while another developer runs all attacks at once; with BENCH_EACH
 * also beside each attack alone.
 */
export async function run(): Promise<void> {
  const installation = await startInstallation({
    environment: { RATE_LIMIT_PER_MINUTE: '0', NAME_SERVERS: await startSilentNameServer() },
  });
  try {
    const neighbor = newAccount(installation, { lifetimeSeconds: 7_200 });
    const home = await furnish(neighbor);
    const rows = rowsOf('alone', await measure(neighbor, home));
    const answers: string[][] = [];
    const only = process.env.BENCH_ONLY || '.';
    const chosen = attacks.filter(({ name }) => new RegExp(only).test(name));
    const alone = process.env.BENCH_EACH ? chosen.map((attack) => [attack]) : [];
    for (const group of [...alone, chosen]) {
      const { child: attacker } = await start('attacker', {
        ADDRESS: installation.address,
        JWT_SECRET: installation.jwtSecret,
        ATTACKS: JSON.stringify(group.map(({ name }) => name)),
      });
      attacker.send('begin');
      await pause(2_000);
      const title = group.length === 1 ? group[0]!.name : 'all attacks';
      rows.push(...rowsOf(title, await measure(neighbor, home)));
      attacker.send('report');
      const [counts] = (await once(attacker, 'message')) as [Record<string, Counts>];
      attacker.disconnect();
      for (const [name, byStatus] of Object.entries(counts)) {
        answers.push([name, countsToText(byStatus) || 'clients']);
      }
    }
    const head = ['beside', 'requests', 'number', 'failed', '50 %', '99 %', 'longest'];
    print(`\n${table(head, rows)}`);
    print(`\n${table(['attack', 'answers by status'], answers)}\n`);
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

async function furnish(neighbor: Account): Promise<Home> {
  await createSimulators(neighbor, { count: 1, devices: 2 });
  const [lamp] = await thingsOf(neighbor, 'Lamp', 1);
  return { ...(await seed(neighbor)), lamp: lamp! };
}

/** Reads units, lists, properties, things and clients, and switches a lamp, in turn for some seconds. */
async function measure({ request }: Account, { units, things, lamp }: Home): Promise<Readings> {
  const readings: Readings = { units: newReading(), clients: newReading(), writes: newReading() };
  let count = 0;
  const next = (): [Reading, method: string, path: string, body?: unknown] => {
    count += 1;
    const unit = units[count % units.length]!;
    const choices = [
      () => [readings.units, 'GET', `/units/${unit}`],
      () => [readings.units, 'GET', '/units?limit=50'],
      () => [readings.units, 'GET', `/units/${unit}/properties/area`],
      () => [readings.units, 'GET', `/things/${things[count % things.length]!}`],
      () => [readings.clients, 'GET', '/connectors/clients'],
      () => [readings.writes, 'PUT', `/things/${lamp}/properties/on`, count % 2 === 0],
    ] as const;
    return choices[count % choices.length]!() as ReturnType<typeof next>;
  };
  const ask = async () => {
    const [{ latencies, failures }, method, path, body] = next();
    const startedAt = performance.now();
    const { status } = await request(method, path, { body });
    latencies.push(performance.now() - startedAt);
    if (status !== 200 && status !== 204) failures[status] = (failures[status] ?? 0) + 1;
  };
  const callers = startCallers(readers, ask, pauseMs);
  await pause(setting('BENCH_SECONDS', 30) * 1_000);
  await callers.stop();
  return readings;
}

const newReading = (): Reading => ({ latencies: [], failures: {} });

const rowsOf = (title: string, readings: Readings): string[][] =>
  kinds.map((kind) => {
    const { latencies, failures } = readings[kind];
    const times = [quantile(latencies, 0.5), quantile(latencies, 0.99), quantile(latencies, 1)];
    return [
      kind === kinds[0] ? title : '',
      kind,
      `${latencies.length}`,
      countsToText(failures) || 'none',
      ...times.map((time) => milliseconds(time)),
    ];
  });

const countsToText = (counts: Counts): string =>
  Object.entries(counts)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
