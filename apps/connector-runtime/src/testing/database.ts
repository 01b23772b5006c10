import { fileURLToPath } from 'node:url';
import { migrate } from '@trellis/database';
import { createMigratedDatabase } from '@trellis/testing';
import type { Pool } from 'pg';
import { openDatabase, schema, type Database } from '../database.js';

export interface TestDatabase {
  database: Database;
  pool: Pool;
  close(): Promise<void>;
}

/** A database of its own with the tables of this service. */
export async function testDatabase(): Promise<TestDatabase> {
  const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
  const url = await createMigratedDatabase(schema, (url) => migrate({ url, schema }, migrations));
  return openDatabase(url, { maxConnections: 10 });
}
