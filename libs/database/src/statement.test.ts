import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDatabase, waitFor } from '@trellis/testing';
import type pg from 'pg';
import { openPool, openStatementPool, type DatabaseAddress } from './pool.js';
import { inLockingTransaction, inTransaction, query, statement } from './statement.js';

let address: DatabaseAddress;
let pool: pg.Pool;
beforeAll(async () => {
  address = { url: await createDatabase(), schema: 'public' };
  pool = openStatementPool(address, { maxConnections: 3, statementTimeoutMs: 0 });
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

describe('what a transaction locks', () => {
  const deadline = { expiresAt: Infinity };
  const currentTransaction = statement<{ id: string }>(
    'current-transaction',
    'SELECT pg_current_xact_id()::text AS id',
  );
  /** Also tells whether the connection knew of the transaction when the statement was sent. */
  async function lock(db: pg.PoolClient) {
    const { getTransactionStatus } = db as unknown as { getTransactionStatus(): string };
    const status = getTransactionStatus.call(db);
    const [row] = await query(db, currentTransaction, []);
    return { status, ...row! };
  }

  test('is sent before its begin is answered, and belongs to it', async () => {
    const [locked, run] = await inLockingTransaction(pool, {
      lock,
      run: async (db, locked) => [locked, await lock(db)],
      deadline,
    });
    expect([locked!.status, run!.status]).toEqual(['I', 'T']);
    expect(run!.id).toBe(locked!.id);
  });

  test('is released when the rest of it throws, or a lock is refused', async () => {
    const before = await query(pool, read, ['one']);
    const refused = statement('refused', 'SELECT 1 / (value - value) FROM counters');
    const failing = [
      inLockingTransaction(pool, {
        lock: (db) => query(db, read, ['one']),
        run: async (db) => {
          await query(db, increment, ['one']);
          throw new Error('thrown');
        },
        deadline,
      }),
      inLockingTransaction(pool, {
        lock: (db) => Promise.all([query(db, refused, []), query(db, read, ['one'])]),
        run: (db) => query(db, increment, ['one']),
        deadline,
      }),
    ];
    await expect(failing[0]).rejects.toThrow('thrown');
    await expect(failing[1]).rejects.toThrow('division by zero');
    expect(await query(pool, read, ['one'])).toEqual(before);
    expect(await query(pool, increment, ['one'])).toEqual([{ value: before[0]!.value + 1 }]);
  });
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

  test('leaves its connection to nobody: the cancellation may still be on its way', async () => {
    const single = openPool(address, { maxConnections: 1, statementTimeoutMs: 0 });
    const before = await pidOf(single);
    const release = await holdRow('one');
    await expect(query(single, increment, ['one'], soon())).rejects.toMatchObject({
      code: 'timeout',
    });
    await release();
    expect(await pidOf(single)).not.toBe(before);
    await single.end();
  });
});

/** The process of PostgreSQL behind a pool of one connection. */
async function pidOf(single: pg.Pool): Promise<number> {
  const { rows } = await single.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

describe('a connection', () => {
  let single: pg.Pool;
  beforeEach(() => {
    single = openPool(address, { maxConnections: 1, statementTimeoutMs: 0 });
  });
  afterEach(() => single.end());

  test('to a server that takes no writes is not used again', async () => {
    const before = await pidOf(single);
    const writing = inTransaction(single, async (db) => {
      await db.query('SET TRANSACTION READ ONLY');
      await query(db, increment, ['one']);
    });
    await expect(writing).rejects.toMatchObject({ code: '25006' });
    expect(await pidOf(single)).not.toBe(before);
  });

  test('on which a statement failed is used again', async () => {
    const before = await pidOf(single);
    const duplicate = statement('duplicate', `INSERT INTO counters VALUES ($1, 0)`);
    const writing = inTransaction(single, (db) => query(db, duplicate, ['one']));
    await expect(writing).rejects.toMatchObject({ code: '23505' });
    expect(await pidOf(single)).toBe(before);
  });
});
