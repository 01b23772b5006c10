import { plainText } from '@trellis/contracts';
import { readConfiguration } from '@trellis/platform';
import { z } from 'zod';
import { registerApp } from './apps/register.js';
import { configuration } from './configuration.js';
import { openDatabase } from './database.js';

/**
 * Registers an app, given as JSON, and prints its credentials. With credentials of its own, as the
 * demo app has, it prints nothing.
 */
const app = z
  .object({
    developer: plainText,
    name: plainText,
    scopes: z
      .array(z.string())
      .default([
        ...['svc.connector', 'svc.units.admin', 'svc.units.read'],
        ...['svc.things.read', 'svc.things.admin', 'svc.things.act'],
      ]),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
  })
  .parse(JSON.parse(process.argv[2]!));

const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
const { database } = openDatabase(DATABASE_URL, 1);
const { client_id, client_secret, ...registered } = app;
if (client_id && client_secret) {
  await registerApp(database, registered, { client_id, client_secret });
} else {
  const credentials = await registerApp(database, registered);
  process.stdout.write(`${JSON.stringify(credentials, null, 2)}\n`);
}
process.exit(0);
