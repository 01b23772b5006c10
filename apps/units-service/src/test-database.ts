import { fileURLToPath } from 'node:url';
import { migrate } from '@trellis/database';
import { createDatabase } from '@trellis/testing';
import { openDatabase, schema, type Database, type DatabaseOptions } from './database.js';

/** A new database on the test server, migrated. */
export async function testDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const url = await createDatabase();
  const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
  await migrate({ url, schema }, migrations);
  const defaults = { connections: 5, traversalConnections: 1, traversalTimeout: 3_000 };
  return openDatabase(url, { ...defaults, ...options });
}
