import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openSchemaEngine } from './schema-engine.js';
import { openPool, type DatabaseAddress } from './pool.js';

/** Any number, the same for all who migrate. */
const migrationLock = 7_421_903;

/**
 * Brings a database schema up to date with the migrations in a folder of Prisma's layout, one
 * process at a time. Does nothing when it is so already.
 */
export async function migrate(address: DatabaseAddress, folder: string): Promise<void> {
  const pool = openPool(address, { connections: 2, statementTimeout: 0 });
  const client = new pg.Client(address.url);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(address.schema)}`);
    const engine = await openSchemaEngine(pool, address.schema);
    await engine.applyMigrations({
      migrationsList: listMigrations(folder),
      filters: { externalTables: [], externalEnums: [] },
    });
  } finally {
    await Promise.all([client.end(), pool.end()]);
  }
}

/** The migrations of a folder as the schema engine takes them. */
export function listMigrations(folder: string) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: readFileSync(join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: names.map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: readFileSync(join(folder, path, 'migration.sql'), 'utf8'),
        },
      },
    })),
  };
}
