import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrationNames } from './applied-migrations.js';
import { openPool, type DatabaseAddress } from './pool.js';
import { openSchemaEngine } from './schema-engine.js';

/** Key of the advisory lock that all migrations take; an arbitrary number. */
const lockKey = 7_421_903;

/**
 * Applies the pending migrations of a folder in Prisma's layout to a database schema. Processes that migrate at the same
 * time take turns.
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
 * Creates a schema unless it exists. `IF NOT EXISTS` would always require the right to create schemas, which a role that
 * owns only this one lacks.
 */
async function requireSchema(client: pg.Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`);
}

/** How often a waiting process tries to get the lock (ms). */
const turnIntervalMs = 200;

/**
 * Waits until no other process migrates. It polls, because a statement that waits for the lock has a snapshot, and the
 * other process cannot finish `CREATE INDEX CONCURRENTLY` until that ends.
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

/** Reads the migrations of a folder in the format of the schema engine. */
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
