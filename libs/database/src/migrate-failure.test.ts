import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDatabase } from '@trellis/testing';
import { migrate } from './migrate.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-migrations-'));
  writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

// The engine can be opened once in a process, so this has a file of its own.
test('a migration that fails says why', async () => {
  mkdirSync(join(folder, '20260101000000_hall'));
  writeFileSync(
    join(folder, '20260101000000_hall', 'migration.sql'),
    'INSERT INTO rooms DEFAULT VALUES;',
  );
  const address = { url: await createDatabase(), schema: 'units' };
  await expect(migrate(address, folder)).rejects.toThrow('relation "rooms" does not exist');
});
