import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The key of the agent, and where it is known. */
export interface Identity {
  /** The address of Trellis. */
  url: string;
  /** Ed25519 private key (PEM, PKCS #8), which never leaves this computer. */
  privateKey: string;
}

const stored = z.object({ url: z.string(), privateKey: z.string() });

const fileIn = (folder: string) => join(folder, 'agent.json');

/** Reads the identity in a folder; undefined if there is none. */
export async function readIdentity(folder: string): Promise<Identity | undefined> {
  const text = await readFile(fileIn(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : stored.parse(JSON.parse(text));
}

/** Stores an identity, readable by this user alone. */
export async function storeIdentity(folder: string, identity: Identity): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${fileIn(folder)}.new`;
  await writeFile(temporary, JSON.stringify(identity), { mode: 0o600, flush: true });
  await rename(temporary, fileIn(folder));
}

export function newIdentity(url: string): Identity {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { url, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Returns the raw public key (base64url): the last 32 bytes of its DER form (RFC 8410). */
export function publicKeyOf({ privateKey }: Identity): string {
  const der = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' });
  return der.subarray(-32).toString('base64url');
}

export const signatureOf = ({ privateKey }: Identity, message: string): string =>
  sign(null, Buffer.from(message), createPrivateKey(privateKey)).toString('base64url');

/** Returns the fingerprint of the key, which Trellis shows as well. */
export const fingerprintOf = (identity: Identity): string =>
  createHash('sha256')
    .update(Buffer.from(publicKeyOf(identity), 'base64url'))
    .digest('base64url');
