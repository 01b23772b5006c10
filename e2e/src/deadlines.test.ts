import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLocalPostgres, type LocalPostgres } from '@trellis/local-postgres';
import { newAccount, startStack, waitFor, type Stack } from '@trellis/testing';
import pg from 'pg';

let directory: string;
let postgres: LocalPostgres;
let database: pg.Client;
let stack: Stack;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-deadlines-'));
  postgres = await startLocalPostgres({ directory, password: 'test', durable: false });
  database = new pg.Client(postgres.url);
  await database.connect();
  stack = await startStack({ environment: { DATABASE_URL: postgres.url } });
});
afterAll(async () => {
  await stack.stop();
  stack.clear();
  await database.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('what was answered 504 is not carried out later', async () => {
  const { request } = newAccount(stack);
  const body = { name: 'Kitchen', type: 'room' };
  await database.query('BEGIN; LOCK TABLE units.units IN SHARE MODE');
  expect((await request('POST', '/units', { body })).status).toBe(504);
  await database.query('ROLLBACK');
  await waitFor(async () => {
    const { rows } = await database.query(
      `SELECT 1 FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE '%INSERT INTO units%' AND pid <> pg_backend_pid()`,
    );
    return rows.length === 0;
  });
  expect((await request('GET', '/units')).body).toEqual([]);
  expect((await request('POST', '/units', { body })).status).toBe(201);
  expect((await request('GET', '/units')).body).toHaveLength(1);
}, 60_000);
