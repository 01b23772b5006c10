import { fileURLToPath } from 'node:url';
import { examineDatabase } from '@trellis/database';
import { examineQueues } from '@trellis/messaging';
import { runDoctor } from '@trellis/platform';
import { configuration } from './configuration.js';
import { schema } from './database/open.js';

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Examines what this service needs, and says how to mend what is wrong. */
await runDoctor({
  name: 'units-service',
  configuration,
  examine: {
    database: ({ DATABASE_URL: url }) => examineDatabase({ url, schema }, migrations),
    queues: ({ REDIS_URL, QUEUE_DATABASE_URL, DATABASE_URL }) =>
      examineQueues({ redisUrl: REDIS_URL, databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL }),
  },
});
