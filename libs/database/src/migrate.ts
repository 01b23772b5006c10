import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openPool, type DatabaseAddress } from './pool.js';
import { openSchemaEngine } from './schema-engine.js';

/** Key of the advisory lock; the number is arbitrary, but the same for everyone who migrates. */
const lockKey = 7_421_903;

/**
 * Brings a database schema up to date with the migrations in a folder of Prisma's layout. Does nothing
 * when it already is; processes that migrate at the same time take turns.
 */
export async function migrate(address: DatabaseAddress, folder: string): Promise<void> {
  const client = new pg.Client(address.url);
  await client.connect();
  const limits = { maxConnections: 2, statementTimeoutMs: 0, connectTimeoutMs: 30_000 };
  const pool = openPool(address, limits);
  try {
    await takeTurn(client);
    await requireSchema(client, address.schema);
    const { engine, causeOf } = await openSchemaEngine(pool, address.schema);
    const input = {
      migrationsList: readMigrations(folder),
      filters: { externalTables: [], externalEnums: [] },
    };
    await engine.applyMigrations(input).catch((error: unknown) => {
      throw causeOf(error);
    });
  } finally {
    await Promise.all([client.end(), pool.end()]);
  }
}

/**
 * Creates a schema, unless it exists: `IF NOT EXISTS` would need the right to create schemas even then, which a role
 * that owns only this one does not have.
 */
async function requireSchema(client: pg.Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`);
}

/** How often a process that waits for its turn asks for it (ms). */
const turnIntervalMs = 200;

/**
 * Waits until no other process migrates. A statement that waited for the lock would have a snapshot, for whose end
 * an index waits that the other process builds concurrently.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS locked',
      [lockKey],
    );
    if (rows[0]!.locked) return;
    await pause(turnIntervalMs);
  }
}

/** The names of the migrations of a folder, in their order. */
export const migrationNames = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The migrations of a folder in the form that the schema engine takes. */
function readMigrations(folder: string) {
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: readFileSync(join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: migrationNames(folder).map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: readFileSync(join(folder, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  };
}
