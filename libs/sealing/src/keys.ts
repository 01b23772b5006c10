import {
  createPrivateKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto';

const keyBytes = 32;

/** Derives the key for a purpose from a configured key (HKDF with SHA-256, RFC 5869). */
export type DeriveKey = (info: string) => KeyObject;

/** Configured keys by id; the first one seals. */
export type KeyRing = Map<string, DeriveKey>;

/** Parses keys in the form `<id>:<32 bytes in base64>`, separated by commas. Throws if they are malformed or ids repeat. */
export function parseKeys(keys: string): KeyRing {
  const entries = keys.split(',').map(parseKey);
  const ring: KeyRing = new Map(entries);
  if (ring.size < entries.length) throw new Error('Two keys have the same id.');
  return ring;
}

/** Returns whether a text is a valid list of keys. */
export function areKeys(keys: string): boolean {
  try {
    return parseKeys(keys).size > 0;
  } catch {
    return false;
  }
}

/** Generates a key with a random id. */
export function generateKey(): string {
  return `${randomUUID().slice(0, 8)}:${randomBytes(keyBytes).toString('base64')}`;
}

function parseKey(entry: string): [id: string, derive: DeriveKey] {
  const [, id, encoded] = /^([\w-]+):([A-Za-z0-9+/_=-]+)$/.exec(entry.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (!id || bytes.length !== keyBytes) throw new Error('A key is `<id>:<32 bytes in base64>`.');
  return [id, derivation(bytes)];
}

/** Creates a function that derives each key once. */
function derivation(bytes: Buffer): DeriveKey {
  const derived = new Map<string, KeyObject>();
  return (info) => {
    const known = derived.get(info);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', info, keyBytes)));
    derived.set(info, key);
    return key;
  };
}

/** Returns a secret for a library that encrypts by itself, derived from each key, by the id of the key. */
export const deriveSecrets = (keys: string, info: string): { id: string; secret: string }[] =>
  [...parseKeys(keys)].map(([id, derive]) => ({
    id,
    secret: derive(`trellis secrets ${info}`).export().toString('base64url'),
  }));

/** The beginning of an Ed25519 private key in DER (RFC 8410, section 7), which the 32 bytes of its seed follow. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the private key (Ed25519) that signs for a purpose. */
export function deriveSigningKey(derive: DeriveKey, info: string): KeyObject {
  const key = Buffer.concat([ed25519Prefix, derive(info).export()]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
