import { fileURLToPath } from 'node:url';
import { checkDatabase } from '@trellis/database';
import { checkQueues } from '@trellis/messaging';
import { runChecks } from '@trellis/platform';
import { configuration } from './configuration.js';
import { schema } from './database.js';

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Checks everything that this service needs, and says how to repair what is wrong. */
await runChecks({
  name: 'accounts-service',
  configuration,
  checks: {
    database: ({ DATABASE_URL: url }) => checkDatabase({ url, schema }, migrations),
    queues: ({ REDIS_URL, QUEUE_DATABASE_URL, DATABASE_URL }) =>
      checkQueues({ redisUrl: REDIS_URL, databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL }),
  },
});
