import { timingSafeEqual } from 'node:crypto';
import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import type { Database } from '../database.js';
import type { App as Row } from '../generated/prisma/client.js';
import { hashSecret } from './register.js';

/** Checks the credentials of an app; returns the claims of its tokens. */
export const authenticateApp: Handler<
  'apps.authenticate',
  { database: Database; sealing: Sealing }
> = async ({ database, sealing }, { client_id, client_secret }) => {
  const app = isPlainText(client_id)
    ? await database.app.findUnique({ where: { id: client_id } })
    : null;
  const secret = sealing.open({ purpose: 'app-secret', id: client_id }, client_secret);
  const given = Buffer.from(hashSecret(String(secret)));
  if (!app || !acceptedHashes(app).some((hash) => timingSafeEqual(Buffer.from(hash), given))) {
    throw new Problem('invalid_client', 'The app is unknown or its secret is wrong.', {
      ...(app && { developer: app.developer }),
    });
  }
  // Tokens are issued even while the database is read-only.
  await recordUse(database, app).catch(() => undefined);
  return { developer: app.developer, scopes: app.scopes };
};

/** Precision of the time of an app's last use (ms). Finer precision costs more writes. */
const usePrecisionMs = 60 * 60_000;

async function recordUse(database: Database, { key, lastUsed }: Row): Promise<void> {
  const now = new Date();
  if (lastUsed !== null && now.getTime() - lastUsed.getTime() < usePrecisionMs) return;
  await database.app.updateMany({ where: { key }, data: { lastUsed: now } });
}

/** Returns the hashes of the secret and, for a while after a rotation, of the previous one. */
function acceptedHashes({ secretHash, previousSecretHash, previousUntil }: Row): string[] {
  const isAccepted = previousSecretHash !== null && previousUntil! > new Date();
  return isAccepted ? [secretHash, previousSecretHash] : [secretHash];
}
