import type { CheckResult } from '@trellis/contracts';
import pg from 'pg';
import { checkMigrations } from './applied-migrations.js';
import type { DatabaseAddress } from './pool.js';

/** Oldest version with which migrations and statements are tested. */
const minVersion = 15;

/** Share of the connections of the server above which they are nearly used up. */
const nearlyFull = 0.8;

/** Checks a database: version and connections of the server, and migrations of a schema. */
export async function checkDatabase(
  { url, schema }: DatabaseAddress,
  migrations: string,
): Promise<CheckResult[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  });
  try {
    await client.connect();
    return [
      await checkServer(client),
      await checkConnections(client),
      await checkMigrations(client, schema, migrations),
    ];
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string };
    const remedy = 'Start PostgreSQL, and see that DATABASE_URL has its address and password.';
    return [{ what: 'PostgreSQL', found: `It cannot be used (${code}).`, remedy }];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkServer(client: pg.Client): Promise<CheckResult> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const found = rows[0]!.server_version;
  const what = 'PostgreSQL version';
  const isGood = Number.parseInt(found) >= minVersion;
  const remedy = `Install PostgreSQL ${minVersion} or newer.`;
  return isGood ? { what, found } : { what, found, remedy };
}

/** Counts the connections of clients. For other roles, `backend_type` is hidden. */
async function checkConnections(client: pg.Client): Promise<CheckResult> {
  const { rows } = await client.query<{ used: number; max: number }>(`
    SELECT count(*)::int AS used, current_setting('max_connections')::int AS max
    FROM pg_stat_activity WHERE datid IS NOT NULL AND usesysid IS NOT NULL`);
  const { used, max } = rows[0]!;
  const remedy =
    'Lower DATABASE_CONNECTIONS or the number of processes, or raise max_connections. PgBouncer does not help: the ' +
    'services are poolers themselves (docs/deployment.md).';
  const found = `${used} of ${max} are used.`;
  const what = 'PostgreSQL connections';
  return used > max * nearlyFull ? { what, found, remedy } : { what, found };
}
