import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { purgeAccounts } from '@trellis/database';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { observedThing } from '../testing/history.js';
import {
  purgeHistoryOf,
  readHistoryRetention,
  updateHistoryRetention,
} from './account-retention.js';
import { readIntervals, readValues } from './values.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const dayMs = 24 * 60 * 60_000;

/** A thing with a value on each of the last nine days. */
async function sensor() {
  const found = observedThing(database, { level: { type: 'number' } });
  const now = Date.now();
  for (let age = 9; age >= 0; age -= 1) await found.find(now - age * dayMs, { level: age });
  const { id, caller } = found;
  const read = async () => {
    const period = { from: now - 20 * dayMs, to: now + 1, descending: false, limit: 100 };
    const { items } = await readValues(database, { caller, id, name: 'level', ...period }, patient);
    return items.flatMap(({ value }) => (value === undefined ? [] : [value]));
  };
  const choose = (days: number | null) =>
    updateHistoryRetention({ ...database, historyDays: 30 }, { ...caller, days }, patient);
  const count = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM thing_history history
      JOIN things ON things.key = history.thing_key WHERE things.id = $1`,
      [id],
    );
    return rows[0]!.count;
  };
  return { ...found, now, read, choose, count };
}

const purge = (now: number) =>
  purgeAccounts(
    database.pool,
    { days: 30, purge: (expired) => purgeHistoryOf(database.pool, expired) },
    new Date(now),
  );

test('what an account does not want any longer is hidden at once, and deleted with the next purge', async () => {
  const [own, neighbor] = [await sensor(), await sensor()];
  const all = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
  expect(await own.read()).toEqual(all);
  await own.choose(4);
  // The value that ended in time is shown as a whole.
  expect(await own.read()).toEqual([4, 3, 2, 1, 0]);
  const edges = [own.now - 9 * dayMs, own.now - 5 * dayMs, own.now];
  const { caller, id } = own;
  const input = { caller, ids: [id], name: 'level', edges };
  const { series } = await readIntervals(database, input, { expiresAt: Date.now() + 5_000 });
  expect(series[0]!.intervals.map(({ count }) => count)).toEqual([0, 4]);
  expect(await own.count()).toBe(9);

  await purge(own.now);
  expect(await own.count()).toBeLessThanOrEqual(5);
  expect(await own.read()).toEqual([4, 3, 2, 1, 0]);
  expect(await neighbor.read()).toEqual(all);
  expect(await neighbor.count()).toBe(9);

  // Days are deleted as a whole.
  await own.choose(null);
  expect(await own.read()).toEqual([5, 4, 3, 2, 1, 0]);
});

test('each day is deleted once, and more days than the installation has change nothing', async () => {
  const { caller, choose, now, count } = await sensor();
  await choose(40);
  await purge(now);
  expect(await count()).toBe(9);
  await choose(2);
  await purge(now);
  const purged = async () => {
    const { rows } = await database.pool.query<{ purged: string }>(
      'SELECT purged::text FROM retentions WHERE developer = $1',
      [caller.developer],
    );
    return rows[0]!.purged;
  };
  expect(await purged()).toBe(new Date(now - 2 * dayMs).toISOString().slice(0, 10));
  expect(await count()).toBeLessThanOrEqual(3);
  const calls: string[] = [];
  const record = async ({ developer }: { developer: string }) => void calls.push(developer);
  await purgeAccounts(database.pool, { days: 30, purge: record }, new Date(now));
  expect(calls).not.toContain(caller.developer);
});

test('an account reads what it has chosen beside the retention of the installation', async () => {
  const developer = randomUUID();
  const needs = { ...database, historyDays: 7 };
  const read = () => readHistoryRetention(needs, { developer }, patient);
  expect(await read()).toEqual({ limit: 7, days: null });
  await updateHistoryRetention(needs, { developer, days: 3 }, patient);
  expect(await read()).toEqual({ limit: 7, days: 3 });
});
