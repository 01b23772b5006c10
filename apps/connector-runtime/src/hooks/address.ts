import { createHash, randomBytes } from 'node:crypto';

/** Returns the address at which vendors reach this installation; undefined without TLS, or for a local address. */
export function reachableBase(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return undefined;
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' && !isLocal ? publicUrl : undefined;
}

/** Creates the secret part of an address, 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const addressOf = (base: string, secret: string): string =>
  `${base}/api/v1/connectors/hooks/${secret}`;

/** Returns the digest that is stored of a secret or an id (SHA-256, hexadecimal). */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
