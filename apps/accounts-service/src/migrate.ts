import { fileURLToPath } from 'node:url';
import { migrate } from '@trellis/database';
import { readConfiguration } from '@trellis/platform';
import { configuration } from './configuration.js';
import { schema } from './database.js';

// Brings the database of this service up to date.
const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
await migrate(
  { url: DATABASE_URL, schema },
  fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
);
process.exit(0);
