import { timingSafeEqual } from 'node:crypto';
import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Database } from '../database.js';
import type { App as Row } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { hashSecret } from './register.js';
import { redeemSignInCode } from './sign-in-code.js';
import { anyAppLists, appLists } from './allow-origin.sql.js';

/** Checks the credentials of an app; returns the claims of its tokens, and the secret if a sign-in code was given. */
export const authenticateApp: Handler<
  'apps.authenticate',
  Pick<Runtime, 'database' | 'sealing' | 'clock'>
> = async ({ database, sealing, clock }, { client_id, client_secret }) => {
  const app = isPlainText(client_id)
    ? await database.app.findUnique({ where: { id: client_id } })
    : null;
  const binding = { purpose: 'app-secret', id: client_id } as const;
  const secret = String(sealing.open(binding, client_secret));
  const redeemed = app ? await redeemSignInCode({ database, sealing }, app, secret) : undefined;
  const given = Buffer.from(hashSecret(redeemed ?? secret));
  if (
    !app ||
    !acceptedHashes(app, clock.now()).some((hash) => timingSafeEqual(Buffer.from(hash), given))
  ) {
    throw new Problem('invalid_client', 'The app is unknown or its secret is wrong.', {
      ...(app && { developer: app.developer }),
    });
  }
  // Tokens are issued even while the database is read-only.
  await recordUse(database, app).catch(() => undefined);
  const { developer, scopes } = app;
  if (redeemed === undefined) return { developer, scopes };
  return { developer, scopes, client_secret: sealing.seal(binding, redeemed) };
};

/** Precision of the time of an app's last use (ms). Finer precision costs more writes. */
const usePrecisionMs = 60 * 60_000;

async function recordUse(database: Database, { key, lastUsed }: Row): Promise<void> {
  const now = new Date();
  if (lastUsed !== null && now.getTime() - lastUsed.getTime() < usePrecisionMs) return;
  await database.app.updateMany({ where: { key }, data: { lastUsed: now } });
}

/** Returns the hashes of the secret and, for a while after a rotation, of the previous one. */
function acceptedHashes(
  { secretHash, previousSecretHash, previousUntil }: Row,
  now: number,
): string[] {
  const isAccepted = previousSecretHash !== null && previousUntil!.getTime() > now;
  return isAccepted ? [secretHash, previousSecretHash] : [secretHash];
}

/** Returns whether an app, or any app, lists an origin of web pages. */
export const allowOrigin: Handler<'apps.allow_origin', Pick<Runtime, 'pool'>> = async (
  { pool },
  { origin, app },
) => {
  if (!app) return (await query(pool, anyAppLists, [origin]))[0]!;
  const { client_id, developer } = app;
  if (!isPlainText(client_id)) return { allowed: false };
  return (await query(pool, appLists, [origin, client_id, developer]))[0]!;
};
