import { maxOrigins, plainText, webOrigin } from '@trellis/contracts';
import { readConfiguration } from '@trellis/platform';
import { z } from 'zod';
import { configuration } from '../configuration.js';
import { openDatabase } from '../database.js';
import { setAppOrigins } from '../apps/register.js';
import { operatorName } from './operator.js';

/** Replaces the origins of an app's web pages, given as JSON. */
const { client_id, allowed_origins: allowedOrigins } = z
  .object({ client_id: plainText, allowed_origins: z.array(webOrigin).max(maxOrigins) })
  .parse(JSON.parse(process.argv[2]!));

const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
const { database } = openDatabase(DATABASE_URL, { maxConnections: 1 });
const operator = operatorName();
if (!(await setAppOrigins(database, { client_id, allowedOrigins, operator }))) {
  throw new Error(`There is no app ${client_id}.`);
}
process.exit(0);
