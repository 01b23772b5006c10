import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase, waitFor } from '@trellis/testing';
import type pg from 'pg';
import { openPool } from './pool.js';
import { inTransaction, query, statement } from './statement.js';

let pool: pg.Pool;
beforeAll(async () => {
  const address = { url: await createDatabase(), schema: 'public' };
  pool = openPool(address, { maxConnections: 3, statementTimeoutMs: 0 });
  await pool.query('CREATE TABLE counters (name text PRIMARY KEY, value int NOT NULL)');
  await pool.query(`INSERT INTO counters VALUES ('one', 0), ('other', 0)`);
});
afterAll(() => pool.end());

const increment = statement<{ value: number }>(
  'increment',
  'UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value',
);
const read = statement<{ value: number }>('read', 'SELECT value FROM counters WHERE name = $1');

test('a statement is prepared once on a connection', async () => {
  const names = await inTransaction(pool, async (db) => {
    await query(db, read, ['one']);
    await query(db, read, ['other']);
    const { rows } = await db.query('SELECT name FROM pg_prepared_statements');
    return rows;
  });
  expect(names).toEqual([{ name: 'read' }]);
});

test('a transaction that throws changes nothing, and its connection can be used again', async () => {
  const before = await query(pool, read, ['one']);
  for (let round = 0; round < 5; round += 1) {
    const failing = inTransaction(pool, async (db) => {
      await query(db, increment, ['one']);
      throw new Error('thrown');
    });
    await expect(failing).rejects.toThrow('thrown');
  }
  expect(await query(pool, read, ['one'])).toEqual(before);
});

test('a transaction that loses a deadlock is run again', async () => {
  const before = await query(pool, read, ['one']);
  let attempts = 0;
  let locked = 0;
  let release = () => {};
  const bothLocked = new Promise<void>((resolve) => (release = resolve));
  const incrementBoth = (names: string[]) =>
    inTransaction(pool, async (db) => {
      attempts += 1;
      for (const name of names) {
        await query(db, increment, [name]);
        locked += 1;
        if (locked === 2) release();
        await bothLocked;
      }
    });
  await Promise.all([incrementBoth(['one', 'other']), incrementBoth(['other', 'one'])]);
  expect(attempts).toBeGreaterThan(2);
  expect(await query(pool, read, ['one'])).toEqual([{ value: before[0]!.value + 2 }]);
});

describe('a write that waits past its deadline for a lock', () => {
  /** Holds a row until it is released. */
  async function holdRow(name: string) {
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await query(holder, increment, [name]);
    return async () => {
      await holder.query('ROLLBACK');
      holder.release();
    };
  }
  const soon = () => ({ expiresAt: Date.now() + 300 });

  test.each<[string, () => Promise<unknown>]>([
    ['as a statement', () => query(pool, increment, ['one'], soon())],
    ['as a transaction', () => inTransaction(pool, (db) => query(db, increment, ['one']), soon())],
  ])('%s stores nothing and is a timeout', async (_form, write) => {
    const before = await query(pool, read, ['one']);
    const release = await holdRow('one');
    await expect(write()).rejects.toMatchObject({ code: 'timeout' });
    await release();
    expect(await query(pool, read, ['one'])).toEqual(before);
    expect(await query(pool, increment, ['one'])).toEqual([{ value: before[0]!.value + 1 }]);
  });

  test('stores nothing either when the time was spent between its statements', async () => {
    const before = await query(pool, read, ['one']);
    const deadline = soon();
    const late = inTransaction(
      pool,
      async (db) => {
        await query(db, increment, ['one']);
        await waitFor(() => Date.now() >= deadline.expiresAt);
      },
      deadline,
    );
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
    expect(await query(pool, read, ['one'])).toEqual(before);
  });

  test('is not begun once its deadline has passed', async () => {
    const late = query(pool, increment, ['one'], { expiresAt: Date.now() });
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
  });
});
