import { maxOrigins, plainText, webOrigin, widestScopes } from '@trellis/contracts';
import { readConfiguration } from '@trellis/platform';
import { z } from 'zod';
import { operatorName } from './operator.js';
import { configuration } from '../configuration.js';
import { openDatabase } from '../database.js';
import { registerApp } from '../apps/register.js';
import { storeSignInCode } from '../apps/sign-in-code.js';

/** Registers an app, given as JSON, and prints its credentials, unless they are given as for the demo app. */
const app = z
  .object({
    developer: plainText,
    name: plainText,
    scopes: z.array(z.string()).default(widestScopes),
    allowed_origins: z.array(webOrigin).max(maxOrigins).optional(),
    client_id: z.string().optional(),
    // Only its digest is stored, from which a short secret could be guessed.
    client_secret: z.string().min(32).optional(),
    sign_in_code: z.string().optional(),
  })
  .parse(JSON.parse(process.argv[2]!));

const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
const { database } = openDatabase(DATABASE_URL, { maxConnections: 1 });
const { client_id, client_secret, sign_in_code, allowed_origins: allowedOrigins, ...rest } = app;
const registered = { ...rest, allowedOrigins };
const operator = operatorName();
if (client_id && client_secret) {
  await registerApp(database, registered, { operator, credentials: { client_id, client_secret } });
  if (sign_in_code) await storeSignInCode(database, { id: client_id, code: sign_in_code });
} else {
  const credentials = await registerApp(database, registered, { operator });
  process.stdout.write(`${JSON.stringify(credentials, null, 2)}\n`);
}
process.exit(0);
