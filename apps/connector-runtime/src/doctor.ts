import { fileURLToPath } from 'node:url';
import { connectors } from '@trellis/connectors';
import { examineDatabase } from '@trellis/database';
import { connectBroker, examineQueues } from '@trellis/messaging';
import { runDoctor } from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { configuration } from './configuration.js';
import { openDatabase, schema } from './database.js';
import { examineKeys, examineSchedules } from './maintenance/examine.js';
import { createRegistry } from './registry.js';

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Examines what this service needs, and says how to mend what is wrong. */
await runDoctor({
  name: 'connector-runtime',
  configuration,
  examine: {
    database: ({ DATABASE_URL: url }) => examineDatabase({ url, schema }, migrations),
    queues: ({ REDIS_URL, QUEUE_DATABASE_URL, DATABASE_URL }) =>
      examineQueues({ redisUrl: REDIS_URL, databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL }),
    keys: ({ DATABASE_URL, SECRETS_KEYS }) =>
      examineKeys(openDatabase(DATABASE_URL, { maxConnections: 2 }), createSealing(SECRETS_KEYS)),
    async schedules({ DATABASE_URL, QUEUE_DATABASE_URL, REDIS_URL }) {
      const broker = await connectBroker({
        redisUrl: REDIS_URL,
        databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL,
      });
      const { database } = openDatabase(DATABASE_URL, { maxConnections: 2 });
      return examineSchedules({ database, broker, registry: createRegistry(connectors) });
    },
  },
});
