import { createHash, randomBytes } from 'node:crypto';

/**
 * Where vendors reach this installation; undefined where they cannot, because its public address has no TLS or is
 * known on this machine alone.
 */
export function reachableBase(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return undefined;
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' && !isLocal ? publicUrl : undefined;
}

/** A part of an address that nobody can guess: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const addressOf = (base: string, secret: string): string =>
  `${base}/api/v1/connectors/hooks/${secret}`;

/** What is stored of such a part, and of whatever is as good to keep short: SHA-256, hexadecimal. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
