import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase } from '@trellis/testing';
import pg from 'pg';
import { checkDatabase } from './checks.js';
import { migrate } from './migrate.js';

let folder: string;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-migrations-'));
  writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  url = await createDatabase();
});
afterAll(() => rmSync(folder, { recursive: true }));

function addMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

const checkMigrations = async () => {
  const results = await checkDatabase({ url, schema: 'checked' }, folder);
  expect(results.slice(0, 2).every(({ remedy }) => remedy === undefined)).toBe(true);
  return results[2];
};

test('migrations that are missing or have not ended are found', async () => {
  addMigration('1_pots', 'CREATE TABLE pots ();');
  const what = 'migrations of the schema checked';
  const remedy = expect.stringMatching('migrate');
  expect(await checkMigrations()).toEqual({
    what,
    found: 'None has been applied.',
    remedy,
  });
  await migrate({ url, schema: 'checked' }, folder);
  expect(await checkMigrations()).toEqual({ what, found: 'All 1 have been applied.' });
  addMigration('2_pans', 'CREATE TABLE pans ();');
  expect(await checkMigrations()).toEqual({ what, found: 'Missing: 2_pans.', remedy });
  const client = new pg.Client(url);
  await client.connect();
  await client.query('UPDATE checked._prisma_migrations SET finished_at = NULL');
  await client.end();
  expect(await checkMigrations()).toEqual({ what, found: '1_pots has not ended.', remedy });
});

test('connections of other roles are counted, too', async () => {
  const role = `checker_${Date.now()}`;
  const other = new pg.Client(url);
  await other.connect();
  await other.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  const own = Object.assign(new URL(url), { username: role, password: 'secret' });
  const results = await checkDatabase({ url: own.href, schema: 'none' }, folder);
  await other.query(`DROP ROLE ${role}`);
  await other.end();
  const { found } = results.find(({ what }) => what === 'PostgreSQL connections')!;
  expect(Number.parseInt(found)).toBeGreaterThanOrEqual(2);
});

test('a database that does not answer is wrong, without its password', async () => {
  const address = { url: 'postgresql://trellis:hush@127.0.0.1:1/trellis', schema: 'checked' };
  const results = await checkDatabase(address, folder);
  expect(results).toEqual([
    {
      what: 'PostgreSQL',
      found: 'It cannot be used (ECONNREFUSED).',
      remedy: expect.stringMatching('DATABASE_URL'),
    },
  ]);
});
