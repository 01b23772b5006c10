import { Problem, type Handler } from '@trellis/contracts';
import type { Database, Queries } from '../database.js';

interface AppOfAccount {
  developer: string;
  app: string;
}

/** Longer than any access token or connect session of an app (ms). */
const retentionMs = 2 * 24 * 60 * 60_000;

/**
 * Throws `invalid_token` for an app that was revoked: its access tokens are valid until they expire. Until the
 * transaction ends, the app is not revoked, so that the revocation finds what the transaction stores. Apps of an
 * external issuer are never revoked here.
 */
export async function refuseRevoked(tx: Queries, { developer, app }: AppOfAccount): Promise<void> {
  await tx.$queryRaw`
    SELECT key FROM apps WHERE id = ${app} AND developer = ${developer} FOR KEY SHARE`;
  if (await isRevoked(tx, { developer, app })) {
    throw new Problem('invalid_token', 'The app has been revoked.');
  }
}

const isRevoked = async (queries: Queries, { developer, app: id }: AppOfAccount) =>
  (await queries.revokedApp.count({ where: { developer, id } })) > 0;

/** Whether an app was revoked, of which a connect session may be around. */
export const readRevocation: Handler<'apps.read_revocation', { database: Database }> = async (
  { database },
  { developer, client_id: app },
) => ({ revoked: await isRevoked(database, { developer, app }) });

/** Deletes what is known of apps of which nothing is around any more. */
export async function sweepRevokedApps({ database }: { database: Database }): Promise<void> {
  const before = new Date(Date.now() - retentionMs);
  await database.revokedApp.deleteMany({ where: { revoked: { lt: before } } });
}
