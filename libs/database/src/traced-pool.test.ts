import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDatabase } from '@trellis/testing';
import type pg from 'pg';
import { openStatementPool, type StatementTracer } from './pool.js';
import { inTransaction, query, statement } from './statement.js';

/** The sender of statements, and the spans of these. */
const sender = new AsyncLocalStorage<string>();
const traced: unknown[] = [];
const tracer: StatementTracer = {
  startStatement(name) {
    const from = sender.getStore();
    return from === undefined ? undefined : (end) => void traced.push([from, name, end]);
  },
  bind: (work) => AsyncLocalStorage.bind(work) as typeof work,
};

let pool: pg.Pool;
beforeAll(async () => {
  const address = { url: await createDatabase(), schema: 'public' };
  pool = openStatementPool(address, { maxConnections: 1, statementTimeoutMs: 0, tracer });
  await pool.query('CREATE TABLE lamps (name text PRIMARY KEY)');
});
beforeEach(() => void traced.splice(0));
afterAll(() => pool.end());

const read = statement<{ name: string }>('lamps.read', 'SELECT name FROM lamps WHERE name = $1');

test('statements are told by their names, with the rows that they return', async () => {
  await sender.run('one', () => query(pool, read, ['secret']));
  expect(traced).toEqual([['one', 'lamps.read', { rows: 0 }]]);
});

test.each([
  ['SELECT "public"."lamps"."name" FROM "public"."lamps" WHERE 1 = 1', 'SELECT lamps'],
  [`UPDATE "public"."lamps" SET "name" = 'secret'`, 'UPDATE lamps'],
  [`SELECT 'secret' FROM pg_class LIMIT 1`, 'SELECT'],
  ['  select 1', 'SELECT'],
])('one without a name is told by what it does: %s', async (text, name) => {
  await sender.run('one', () => pool.query(text));
  expect(traced).toMatchObject([['one', name, { rows: expect.any(Number) }]]);
});

test('those of a transaction are told with its begin and end', async () => {
  await sender.run('one', () => inTransaction(pool, (db) => query(db, read, ['secret'])));
  expect(traced.map((one) => (one as unknown[])[1])).toEqual(['BEGIN', 'lamps.read', 'COMMIT']);
});

test('one that fails is told with its SQLSTATE, and fails for its sender', async () => {
  const failing = sender.run('one', () => pool.query('SELECT 1 / 0'));
  await expect(failing).rejects.toThrow('division by zero');
  expect(traced).toEqual([['one', 'SELECT', { code: '22012' }]]);
});

test('one that waits for a connection is told as of its sender, not of who gives one back', async () => {
  const client = await pool.connect();
  const waiting = sender.run('waiting', () => pool.query('SELECT 1'));
  sender.run('giving', () => client.release());
  await waiting;
  expect(traced).toMatchObject([['waiting', 'SELECT', { rows: 1 }]]);
});

test('one of nobody is not told', async () => {
  await pool.query('SELECT 1');
  expect(traced).toEqual([]);
});
