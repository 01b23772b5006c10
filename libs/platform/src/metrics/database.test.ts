import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from '@jest/globals';
import { createDatabase, waitFor } from '@trellis/testing';
import pg from 'pg';
import { databaseMetrics, readPools } from './database.js';
import { createMetrics } from './metrics.js';

const role = `metered_${process.pid}_${Date.now()}`;
let admin: pg.Client;
let pool: pg.Pool;
beforeAll(async () => {
  admin = new pg.Client(await createDatabase());
  await admin.connect();
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
});
afterAll(async () => {
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});
beforeEach(async () => {
  const { host, port, database = '' } = admin;
  pool = new pg.Pool({ host, port, database, user: role, password: 'secret', max: 2 });
});
afterEach(() => pool.end());

/** The values of the gauges by name and labels, which metrics without anything remembered show. */
async function read(): Promise<Record<string, number>> {
  const metrics = createMetrics(databaseMetrics, { ofProcess: false });
  readPools(metrics, { rows: pool });
  const lines = (await metrics.text()).matchAll(/^trellis_(\S+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

/** How many clients are connected to the server, as a superuser sees it, and how many may be. */
async function countClients() {
  const { rows } = await admin.query<{ used: number; max: number }>(`
    SELECT count(*)::int AS used, current_setting('max_connections')::int AS max
    FROM pg_stat_activity WHERE backend_type = 'client backend'`);
  return rows[0]!;
}

test('connections are those of all roles and databases, also to a role without privileges', async () => {
  const other = new pg.Client(process.env.TEST_POSTGRES_URL);
  await other.connect();
  await pool.query('SELECT');
  // Other tests come and go on this server: only while nobody does, numbers are the same.
  const { before, shown } = await waitFor(
    async () => {
      const before = await countClients();
      const shown = await read();
      return shown.postgres_connections === before.used && { before, shown };
    },
    { what: 'a moment without others' },
  );
  await other.end();
  // This one, the administrator's and that of the pool.
  expect(before.used).toBeGreaterThanOrEqual(3);
  expect(shown.postgres_max_connections).toBe(before.max);
});

test('the connections of a pool are used or idle, and what waits for one is counted', async () => {
  const [first, second] = [await pool.connect(), await pool.connect()];
  second.release();
  const state = (used: number, idle: number, waiting: number) => ({
    'database_pool_connections{pool="rows",state="used"}': used,
    'database_pool_connections{pool="rows",state="idle"}': idle,
    'database_pool_max_connections{pool="rows"}': 2,
    'database_pool_waiting{pool="rows"}': waiting,
  });
  expect(await read()).toMatchObject(state(1, 1, 0));
  const again = await pool.connect();
  const waiting = [pool.query('SELECT'), pool.query('SELECT'), pool.query('SELECT')];
  // Those of the server cannot be read over a pool that is used up, which hides none of its own.
  const shown = await read();
  expect(shown).toMatchObject(state(2, 0, 3));
  expect(shown).not.toHaveProperty('postgres_connections');
  first.release();
  again.release();
  await Promise.all(waiting);
});
