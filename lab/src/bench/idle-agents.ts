import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import pg from 'pg';
import { setting } from '../options.js';
import { print, seconds, table } from '../print.js';
import { startCrowds } from './agents/crowds.js';
import { startInstallation, type Installation } from './installation.js';
import { readCpu, residentMebibytes, totalOf } from './processes.js';

/** Twice the time between two checks of a connection (ms). */
const observedMs = 50_000;

/** The time that a process takes to settle (ms): freed memory is returned late. */
const settleMs = 15_000;

/**
 * Measures a gateway with many agents that do nothing: its memory and CPU time, the writes to PostgreSQL, and how agents come
 * that connect at once, at first and after a crash of the gateway.
 */
export async function run(): Promise<void> {
  const count = setting('BENCH_AGENTS', 10_000);
  const installation = await startInstallation({
    environment: {
      CONNECTIONS: String(count + 1_000),
      CONNECTIONS_PER_ADDRESS: '0',
      TOKEN_ATTEMPTS_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
    },
  });
  const database = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 });
  const crowds = await startCrowds(database, { address: installation.address, count });
  try {
    const gateway = await installation.pidOf('api-gateway');
    const alone = await observe(database, gateway);
    const begunAt = Date.now();
    crowds.begin();
    const first = await crowds.connected();
    const idle = await observe(database, gateway);
    const killedAt = Date.now();
    const again = await killGateway(installation, { gateway, connected: crowds.connected });
    const arrival = (from: number, { at, attempts, mostInASecond }: typeof first) => [
      `${seconds(at - from)} s`,
      mostInASecond,
      (attempts / count).toFixed(1),
    ];
    print(`\n${count} agents that do nothing\n`);
    print(
      table(
        ['gateway', 'memory', 'CPU time', 'rows written in PostgreSQL per minute'],
        [
          ['without agents', ...alone.cells],
          ['with agents', ...idle.cells],
        ],
      ),
    );
    const perAgent = ((idle.mebibytes - alone.mebibytes) * 1024) / count;
    print(`\nAn agent takes ${perAgent.toFixed(1)} KiB.\n`);
    print(
      table(
        ['all connect at once', 'all were there after', 'most in a second', 'attempts per agent'],
        [
          ['at first', ...arrival(begunAt, first)],
          ['after `kill -9` of the gateway', ...arrival(killedAt, again)],
        ],
      ),
    );
  } finally {
    crowds.stop();
    await database.end();
    await installation.stop();
  }
}

/** Observes a gateway for a while. */
async function observe(database: pg.Pool, gateway: number) {
  await pause(settleMs);
  const rowsBefore = await writtenRows(database);
  const before = totalOf(readCpu({ gateway }));
  const from = performance.now();
  await pause(observedMs);
  const cpu = (totalOf(readCpu({ gateway })) - before) / (performance.now() - from);
  const rows = ((await writtenRows(database)) - rowsBefore) * (60_000 / observedMs);
  const mebibytes = residentMebibytes(gateway);
  const cells = [`${mebibytes.toFixed(0)} MiB`, `${(100 * cpu).toFixed(1)} %`, Math.round(rows)];
  return { mebibytes, cells };
}

/** Counts the rows of agents and leases that were written. */
async function writtenRows(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ written: number }>(
    `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::int AS written
    FROM pg_stat_user_tables WHERE relname IN ('agents', 'relays')`,
  );
  return rows[0]!.written;
}

async function killGateway<Arrival>(
  installation: Installation,
  { gateway, connected }: { gateway: number; connected: () => Promise<Arrival> },
): Promise<Arrival> {
  process.kill(gateway, 'SIGKILL');
  const isAnother = async () =>
    (await installation.pidOf('api-gateway').catch(() => gateway)) !== gateway;
  await waitFor(isAnother, { within: 60_000, what: 'another gateway' });
  return connected();
}
