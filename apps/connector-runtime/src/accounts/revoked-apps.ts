import { Problem, type Handler } from '@trellis/contracts';
import type { Queries } from '../database.js';
import type { Runtime } from '../runtime.js';

interface AppOfAccount {
  developer: string;
  app: string;
}

/**
 * Throws `invalid_token` for an app that was revoked: its access tokens are valid until they expire. Locks the app, so
 * that a later revocation finds what this transaction stores. Apps of an external issuer are never revoked here.
 */
export async function refuseRevoked(tx: Queries, { developer, app }: AppOfAccount): Promise<void> {
  await tx.$queryRaw`
    SELECT key FROM apps WHERE id = ${app} AND developer = ${developer} FOR KEY SHARE`;
  if (await isRevoked(tx, { developer, app })) {
    throw new Problem('invalid_token', 'The app has been revoked.', { reason: 'revoked' });
  }
}

const isRevoked = async (queries: Queries, { developer, app: id }: AppOfAccount) =>
  (await queries.revokedApp.count({ where: { developer, id } })) > 0;

/** Returns whether a connect session was neither revoked nor erased. */
const isOpenSession = async (queries: Queries, where: { developer: string; id: string }) =>
  (await queries.connectSession.count({ where })) > 0;

/** Returns whether an app was revoked, or a connect session of it, which may be erased by then. */
export const readRevocation: Handler<'apps.read_revocation', Pick<Runtime, 'database'>> = async (
  { database },
  { developer, client_id: app, session },
) => {
  const [ofApp, isOpen] = await Promise.all([
    isRevoked(database, { developer, app }),
    session === undefined || isOpenSession(database, { developer, id: session }),
  ]);
  return { revoked: ofApp || !isOpen };
};
