import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Database } from '../database.js';

interface AppCredentials {
  client_id: string;
  client_secret: string;
}

/**
 * Registers an app of a developer, or changes the one with these credentials. The secret is returned
 * this once; only its hash is stored.
 */
export async function registerApp(
  database: Database,
  app: { developer: string; name: string; scopes: string[] },
  credentials: AppCredentials = generateCredentials(),
): Promise<AppCredentials> {
  const stored = { ...app, secretHash: hashSecret(credentials.client_secret) };
  await database.app.upsert({
    where: { id: credentials.client_id },
    create: { id: credentials.client_id, ...stored },
    update: stored,
  });
  return credentials;
}

/** A generated secret has 256 random bits, so that a plain digest is as good as a slow one. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function generateCredentials(): AppCredentials {
  return { client_id: uuid(), client_secret: randomBytes(32).toString('base64url') };
}
