import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { observedThing } from '../testing/history.js';
import { maintainHistory } from './retention.js';
import { readValues } from './values.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const dayMs = 24 * 60 * 60_000;
const keep = (days: number, maxValuesPerDay = 1_000_000, mayPurge = true) =>
  maintainHistory(database.pool, { days, maxValuesPerDay }, { now: new Date(), mayPurge });

async function partitions(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'thing_history'::regclass ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}
const partitionOf = (ms: number) =>
  `thing_history_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

const count = async (table: string) => {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  );
  return rows[0]!.count;
};

const sensor = () => observedThing(database, { level: { type: 'number' } });
const read = ({ caller, id }: ReturnType<typeof sensor>, from: number, to = Date.now()) =>
  readValues(
    database,
    { caller, id, name: 'level', from, to, descending: false, limit: 1_000 },
    patient,
  );

test('values are kept before there are partitions, and are moved into theirs', async () => {
  const { find } = sensor();
  const now = Date.now();
  await find(now - 60_000, { level: 1 });
  await find(now, { level: 2 });
  expect(await count('thing_history_default')).toBe(1);
  await Promise.all([keep(7), keep(7), keep(7)]);
  expect(await partitions()).toEqual([
    ...[0, 1, 2, 3].map((days) => partitionOf(now + days * dayMs)),
    'thing_history_default',
  ]);
  expect([await count('thing_history_default'), await count(partitionOf(now))]).toEqual([0, 1]);
});

test('a partition is dropped when all of it is too old, while values are read', async () => {
  const found = sensor();
  const from = Date.now() - 9 * dayMs;
  const day = Math.floor(from / dayMs) * dayMs;
  await database.pool.query(
    `CREATE TABLE ${partitionOf(from)} PARTITION OF thing_history
    FOR VALUES FROM ('${new Date(day).toISOString()}') TO ('${new Date(day + dayMs).toISOString()}')`,
  );
  await found.find(from, { level: 1 });
  await found.find(from + 5_000, { level: 2 });
  expect((await read(found, from)).items).toHaveLength(2);
  await keep(9);
  expect(await partitions()).toContain(partitionOf(from));
  await keep(7, undefined, false);
  expect(await partitions()).toContain(partitionOf(from));
  const reading = Array.from({ length: 50 }, () => read(found, from));
  await Promise.all([keep(7), ...reading]);
  expect(await partitions()).not.toContain(partitionOf(from));
  expect((await read(found, from)).items).toEqual([
    { since: from, until: from + 5_000 },
    { since: from + 5_000, value: 2 },
  ]);
});

test('a partition that cannot be dropped at once is left to the next sweep, and blocks nobody', async () => {
  const old = Date.now() - 20 * dayMs;
  const day = Math.floor(old / dayMs) * dayMs;
  await database.pool.query(
    `CREATE TABLE ${partitionOf(old)} PARTITION OF thing_history
    FOR VALUES FROM ('${new Date(day).toISOString()}') TO ('${new Date(day + dayMs).toISOString()}')`,
  );
  const reader = await database.pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM thing_history');
  await keep(7);
  expect(await partitions()).toContain(partitionOf(old));
  await reader.query('COMMIT');
  reader.release();
  await keep(7);
  expect(await partitions()).not.toContain(partitionOf(old));
});

test('of a developer whose quota is used up no more values are kept on that day', async () => {
  const flooding = sensor();
  const other = sensor();
  const now = Date.now();
  await keep(7, 400);
  const { rows } = await database.pool.query<{ key: string }>(
    'SELECT key FROM things WHERE id = $1',
    [(await flooding.find(now - 60_000, { level: 0 }), flooding.id)],
  );
  await database.pool.query(
    `INSERT INTO thing_history (thing_key, second, since, ms, name, number)
    SELECT $1, date_trunc('second', now()), now() - interval '1 second', 0, 'other-' || n, n
    FROM generate_series(1, 1000) AS n`,
    [rows[0]!.key],
  );
  await keep(7, 400);
  const { rows: used } = await database.pool.query(
    `SELECT developer FROM usage WHERE quota = 'history_values' AND used BETWEEN 400 AND 1001`,
  );
  expect(used).toEqual([flooding.caller]);
  for (const { find } of [flooding, other]) {
    await find(now - 50_000, { level: 1 });
    await find(now - 40_000, { level: 2 });
  }
  expect((await read(other, now - 60_000)).items).toMatchObject([{}, { value: 1 }, { value: 2 }]);
  // What was not kept is not known: no value is shown for longer than it was there.
  expect((await read(flooding, now - 60_000)).items).toEqual([
    { since: now - 60_000, until: now - 40_000 },
    { since: now - 40_000, value: 2 },
  ]);
});

test('nothing is kept for no days, and again when there are some', async () => {
  await keep(0);
  expect(await partitions()).toEqual(['thing_history_default']);
  const found = sensor();
  await found.find(Date.now() - 60_000, { level: 1 });
  await found.find(Date.now() - 50_000, { level: 2 });
  expect(await count('thing_history')).toBe(0);
  await keep(7);
  await found.find(Date.now() - 40_000, { level: 3 });
  expect(await count('thing_history')).toBe(1);
});
