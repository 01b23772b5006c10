import { readConfiguration } from '@trellis/platform';
import { configuration } from '../configuration.js';
import { openDatabase } from '../database.js';
import { readLatestKey, requestResealing } from '../maintenance/rotation/progress.js';

/**
 * Requests that the services re-encrypt all secrets with the first key of `SECRETS_KEYS`, in the background. All
 * processes must have that key.
 */
const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
const { database } = openDatabase(DATABASE_URL, { maxConnections: 1 });
const key = await readLatestKey(database);
if (key) await requestResealing(database, key.id);
process.stdout.write(
  key
    ? `Secrets are being re-encrypted with ${key.id}. GET /health shows how many are left.\n`
    : 'No service has encrypted anything yet.\n',
);
process.exit(0);
