import { timingSafeEqual } from 'node:crypto';
import { isPlainText, Problem } from '@trellis/contracts';
import { z } from 'zod';
import type { Runtime } from '../runtime.js';
import { hashSecret } from './register.js';

/** What the tokens of an app say, given its credentials. */
export async function authenticateApp(
  { database, sealing }: Runtime,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<{ developer: string; scopes: string[] }> {
  const app = isPlainText(client_id)
    ? await database.app.findUnique({ where: { id: client_id } })
    : null;
  const given = Buffer.from(hashSecret(z.string().parse(sealing.open(client_secret))));
  if (!app || !timingSafeEqual(Buffer.from(app.secretHash), given)) {
    throw new Problem('invalid_client', 'The app is unknown or its secret is wrong.');
  }
  return { developer: app.developer, scopes: app.scopes };
}
