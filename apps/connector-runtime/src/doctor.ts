import { fileURLToPath } from 'node:url';
import { checkDatabase } from '@trellis/database';
import { connectBroker, checkQueues } from '@trellis/messaging';
import { runChecks } from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { configuration } from './configuration.js';
import { openDatabase, schema } from './database.js';
import { loadConnectors } from './load-connectors.js';
import { checkKeys, checkSchedules } from './maintenance/checks.js';
import { createRegistry } from './registry.js';

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Checks everything that this service needs, and says how to repair what is wrong. */
await runChecks({
  name: 'connector-runtime',
  configuration,
  checks: {
    database: ({ DATABASE_URL: url }) => checkDatabase({ url, schema }, migrations),
    queues: ({ REDIS_URL, QUEUE_DATABASE_URL, DATABASE_URL }) =>
      checkQueues({ redisUrl: REDIS_URL, databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL }),
    keys: ({ DATABASE_URL, SECRETS_KEYS }) =>
      checkKeys(openDatabase(DATABASE_URL, { maxConnections: 2 }), createSealing(SECRETS_KEYS)),
    async schedules({ CONNECTORS, DATABASE_URL, QUEUE_DATABASE_URL, REDIS_URL }) {
      const connectors = await loadConnectors(CONNECTORS);
      const broker = await connectBroker({
        redisUrl: REDIS_URL,
        databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL,
      });
      const { database } = openDatabase(DATABASE_URL, { maxConnections: 2 });
      return checkSchedules({ database, broker, registry: createRegistry(connectors) });
    },
  },
});
