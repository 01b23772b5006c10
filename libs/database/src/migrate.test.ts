import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDatabase, waitFor } from '@trellis/testing';
import pg from 'pg';
import { migrate } from './migrate.js';

/** The key of the advisory lock, which processes of different versions must agree on. */
const lockKey = 7_421_903;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-migrations-'));
  writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

// The engine can be opened once in a process, so this is one test.
test('processes migrate one after the other, in the order of the names', async () => {
  writeMigration('20260301000000_hall', `INSERT INTO rooms (id, name) VALUES (1, 'hall');`);
  writeMigration('20260101000000_rooms', 'CREATE TABLE rooms (id int PRIMARY KEY);');
  writeMigration('20260201000000_names', 'ALTER TABLE rooms ADD COLUMN name text;');
  const address = { url: await createDatabase(), schema: 'units' };
  const other = new pg.Client(address.url);
  await other.connect();
  const read = async (sql: string) => (await other.query<Record<string, unknown>>(sql)).rows;
  await other.query('SELECT pg_advisory_lock($1)', [lockKey]);
  const migrating = migrate(address, folder);
  await waitFor(async () => {
    const [row] = await read(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%'
        AND state = 'idle'`,
    );
    return row!.waiting === 1;
  });
  expect(await read(`SELECT to_regclass('units.rooms') AS rooms`)).toEqual([{ rooms: null }]);
  await other.query('SELECT pg_advisory_unlock($1)', [lockKey]);
  await migrating;
  expect(await read('SELECT id, name FROM units.rooms')).toEqual([{ id: 1, name: 'hall' }]);
  await other.end();
});
