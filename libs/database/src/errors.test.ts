import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase } from '@trellis/testing';
import pg from 'pg';
import { databaseProblem, isForeignKeyViolation } from './errors.js';
import { openPool } from './pool.js';
import { inTransaction } from './statement.js';

let url: string;
let pool: pg.Pool;
beforeAll(async () => {
  url = await createDatabase();
  pool = openPool({ url, schema: 'public' }, { maxConnections: 2, statementTimeoutMs: 0 });
  await pool.query('CREATE TABLE notes (text text)');
});
afterAll(() => pool.end());

/** Makes PostgreSQL fail with an error of this SQLSTATE. */
const raise = (state: string) =>
  pool.query(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`);

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const unavailable = expect.objectContaining({
  code: 'unavailable',
  message: 'The database is not available.',
});
const busy = expect.objectContaining({
  code: 'unavailable',
  message: 'The database is busy with other requests.',
});

const withCode = (code: string, rest: object = {}) =>
  Object.assign(new Error('failed'), { code, ...rest });

describe('the database is unavailable', () => {
  test.each([
    ['08000', 'a connection exception'],
    ['08006', 'a connection that broke'],
    ['25006', 'a transaction that only takes reads'],
    ['53100', 'a full disk'],
    ['53200', 'no memory'],
    ['53300', 'too many connections'],
    ['57P01', 'a shutdown by the administrator'],
    ['57P02', 'a crash'],
    ['57P03', 'a server that starts or recovers'],
    ['57P05', 'an idle session that was ended'],
  ])('with SQLSTATE %s: %s', async (state) => {
    expect(databaseProblem(await failureOf(raise(state)))).toEqual(unavailable);
  });

  test('when it only takes reads, and such a connection is not used again', async () => {
    const backends: number[] = [];
    const write = (setting: string) =>
      inTransaction(pool, async (db) => {
        const { rows } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        backends.push(rows[0]!.pid);
        await db.query(setting);
        await db.query("INSERT INTO notes VALUES ('written')");
      });
    const failure = await failureOf(write('SET TRANSACTION READ ONLY'));
    expect(databaseProblem(failure)).toEqual(unavailable);
    await write('SELECT 1');
    expect(backends[1]).not.toBe(backends[0]);
  });

  test('when its server ends the connection', async () => {
    const ended = failureOf(pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    expect(databaseProblem(await ended)).toEqual(unavailable);
  });

  test('when there are too many connections', async () => {
    const role = `crowded_${Date.now()}`;
    await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' CONNECTION LIMIT 0`);
    const address = new URL(url);
    Object.assign(address, { username: role, password: 'secret' });
    const client = new pg.Client(address.toString());
    const failure = await failureOf(client.connect());
    expect(failure).toMatchObject({ code: '53300' });
    expect(databaseProblem(failure)).toEqual(unavailable);
    await pool.query(`DROP ROLE ${role}`);
  });

  test('when nothing listens at its address', async () => {
    const client = new pg.Client('postgresql://127.0.0.1:1/none');
    expect(databaseProblem(await failureOf(client.connect()))).toEqual(unavailable);
  });

  test('when that is the cause of another error', () => {
    const error = new Error('query', { cause: withCode('ECONNRESET') });
    expect(databaseProblem(error)).toEqual(unavailable);
  });
});

describe('the database is busy', () => {
  test.each([
    ['40001', 'a conflict that was lost'],
    ['40P01', 'a deadlock that was lost'],
  ])('with SQLSTATE %s: %s', async (state) => {
    expect(databaseProblem(await failureOf(raise(state)))).toEqual(busy);
  });

  test('when all connections of the pool are in use', async () => {
    const small = new pg.Pool({ connectionString: url, max: 1 });
    const used = await small.connect();
    small.options.connectionTimeoutMillis = 50;
    expect(databaseProblem(await failureOf(small.query('SELECT 1')))).toEqual(busy);
    used.release();
    await small.end();
  });
});

describe('the database is available', () => {
  test.each(['23505', '22P02', '42601', '57014'])('with SQLSTATE %s', async (state) => {
    expect(databaseProblem(await failureOf(raise(state)))).toBeUndefined();
  });

  test.each([
    ['a unique violation of Prisma', withCode('P2002')],
    ['an error of the program', new TypeError('x is not a function')],
    ['anything but an error', 'ECONNREFUSED'],
  ])('with %s', (_name, error) => {
    expect(databaseProblem(error)).toBeUndefined();
  });
});

test('a foreign key violation is recognized', async () => {
  expect(isForeignKeyViolation(withCode('P2003'))).toBe(true);
  expect(isForeignKeyViolation(await failureOf(raise('23503')))).toBe(true);
  expect(isForeignKeyViolation(await failureOf(raise('42601')))).toBe(false);
});
