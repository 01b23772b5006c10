import { fileURLToPath } from 'node:url';
import { checkMigrations } from '@trellis/database/applied-migrations';
import pg from 'pg';
import type { ServiceName } from '../services.js';

/** The services that have a schema. */
const schemas = {
  'units-service': 'units',
  'connector-runtime': 'connectors',
  'accounts-service': 'accounts',
} satisfies Partial<Record<ServiceName, string>>;
type Owner = keyof typeof schemas;

/** Returns the services whose program `migrate` has something to do. Starting each of them takes a while. */
export async function pendingMigrations(databaseUrl: string): Promise<Owner[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const pending: Owner[] = [];
    for (const app of Object.keys(schemas) as Owner[]) {
      const folder = new URL(`../../../apps/${app}/prisma/migrations`, import.meta.url);
      const { remedy } = await checkMigrations(client, schemas[app], fileURLToPath(folder));
      if (remedy !== undefined) pending.push(app);
    }
    return pending;
  } finally {
    await client.end();
  }
}
