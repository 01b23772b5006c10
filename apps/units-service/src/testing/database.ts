import { fileURLToPath } from 'node:url';
import { migrate } from '@trellis/database';
import { createDatabase } from '@trellis/testing';
import { openDatabase, schema, type Database, type DatabaseOptions } from '../database/open.js';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Opens a new database on the test server, with all migrations applied. */
export async function openTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const url = await createDatabase();
  await migrate({ url, schema }, migrations);
  return openDatabase({
    url,
    maxConnections: 10,
    maxTraversalConnections: 1,
    traversalTimeoutMs: 3_000,
    ...options,
  });
}
