import { fileURLToPath } from 'node:url';
import { readQuotaLimits, type QuotaLimits } from '@trellis/contracts';
import { migrate } from '@trellis/database';
import { createMigratedDatabase } from '@trellis/testing';
import { configuration } from '../configuration.js';
import { openDatabase, schema, type Database, type DatabaseOptions } from '../database/open.js';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** A database, with the quotas that are enforced in it. */
export interface TestDatabase extends Database {
  quotas: QuotaLimits<'units'>;
}

/** Opens a new database on the test server, with all migrations applied and the default quotas. */
export async function openTestDatabase(
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const url = await createMigratedDatabase(schema, (url) => migrate({ url, schema }, migrations));
  const database = openDatabase({
    url,
    maxConnections: 10,
    maxTraversalConnections: 1,
    traversalTimeoutMs: 3_000,
    ...options,
  });
  const defaults = configuration.parse({ DATABASE_URL: url });
  return { ...database, quotas: readQuotaLimits('units', defaults) };
}
