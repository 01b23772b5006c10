import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import { recordOperatorActions } from '../accounts/operator-actions.js';
import type { Database } from '../database.js';
import { changeApp } from './apps.js';

interface AppCredentials {
  client_id: string;
  client_secret: string;
}

/** Columns that the operator does not set. */
const unset = {
  key: true,
  created: true,
  previousSecretHash: true,
  previousUntil: true,
  rotation: true,
  signInCodeHash: true,
  lastUsed: true,
} as const;

/** An operator's secret replaces all others. */
const noPrevious = { previousSecretHash: null, previousUntil: null, rotation: null };

interface NewApp {
  developer: string;
  name: string;
  scopes: string[];
  /** Origins of web pages; unchanged if omitted. */
  allowedOrigins?: string[] | undefined;
}

/**
 * Registers an app for an operator, or changes the app with these credentials. Returns the secret, of which only the
 * hash is stored.
 */
export async function registerApp(
  database: Database,
  app: NewApp,
  {
    operator,
    credentials = generateCredentials(),
  }: { operator: string; credentials?: AppCredentials },
): Promise<AppCredentials> {
  const { client_id: id, client_secret } = credentials;
  await database.$transaction(async (tx) => {
    const known = await tx.app.findUnique({ where: { id }, omit: unset });
    const { allowedOrigins = known?.allowedOrigins ?? [] } = app;
    const stored = { id, ...app, secretHash: hashSecret(client_secret), allowedOrigins };
    if (isDeepStrictEqual(known, stored)) return;
    await tx.revokedApp.deleteMany({ where: { developer: app.developer, id } });
    await tx.app.upsert({ where: { id }, create: stored, update: { ...stored, ...noPrevious } });
    const developers = new Set([app.developer, known?.developer ?? app.developer]);
    await recordOperatorActions(
      tx,
      [...developers].map((developer) => ({
        developer,
        operator,
        operation: 'register_app',
        resource: { type: 'app', ids: [id] },
      })),
    );
  });
  return credentials;
}

/** Hashes a secret. A generated secret has 256 random bits, so a fast digest suffices. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function generateCredentials(): AppCredentials {
  return { client_id: uuid(), client_secret: randomBytes(32).toString('base64url') };
}

interface OriginsOfApp {
  client_id: string;
  allowedOrigins: string[];
  operator: string;
}

/** Replaces the origins of an app's web pages for an operator. Returns whether the app exists. */
export async function setAppOrigins(
  database: Database,
  { client_id: id, allowedOrigins, operator }: OriginsOfApp,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const known = await tx.app.findUnique({ where: { id } });
    if (!known) return false;
    if ((await changeApp(tx, known, { allowedOrigins })) === known) return true;
    await recordOperatorActions(tx, [
      {
        developer: known.developer,
        operator,
        operation: 'set_app_origins',
        resource: { type: 'app', ids: [id] },
      },
    ]);
    return true;
  });
}
