import { readConfiguration } from '@trellis/platform';
import { configuration } from '../configuration.js';
import { openDatabase } from '../database.js';
import { readLatestKey, requestResealing } from '../maintenance/rotation/progress.js';

/**
 * Has the services encrypt with the first key of `SECRETS_KEYS` what other keys have encrypted, in the
 * background. All processes must know that key.
 */
const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
const { database } = openDatabase(DATABASE_URL, { maxConnections: 1 });
const key = await readLatestKey(database);
if (key) await requestResealing(database, key.id);
process.stdout.write(
  key
    ? `What other keys have encrypted is encrypted with ${key.id} now. GET /health shows what is left.\n`
    : 'No service has encrypted anything yet.\n',
);
process.exit(0);
