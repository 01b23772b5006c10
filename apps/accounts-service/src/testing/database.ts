import { fileURLToPath } from 'node:url';
import { migrate } from '@trellis/database';
import { createMigratedDatabase } from '@trellis/testing';
import { openDatabase, schema, type Database } from '../database.js';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Opens a new database on the test server, with all migrations applied. */
export async function openTestDatabase(): Promise<Database> {
  const url = await createMigratedDatabase(schema, (url) => migrate({ url, schema }, migrations));
  return openDatabase(url, { maxConnections: 5 });
}
