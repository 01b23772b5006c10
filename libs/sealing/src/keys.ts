import { createSecretKey, hkdfSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto';

const keyBytes = 32;

/** One key of the configuration, from which a key for each purpose is derived. */
export interface Key {
  /** As configured, for what was sealed before there were purposes. */
  whole: KeyObject;
  /** The key for a purpose (HKDF with SHA-256, RFC 5869); derived once. */
  derive(info: string): KeyObject;
}

/** The keys of a configuration by their ids; the first one seals. */
export type KeyRing = Map<string, Key>;

/**
 * Parses `<id>:<32 bytes in base64>`, several separated by commas; throws when that is not what it is or
 * an id is given twice.
 */
export function parseKeys(keys: string): KeyRing {
  const entries = keys.split(',').map(parseKey);
  const ring: KeyRing = new Map(entries);
  if (ring.size < entries.length) throw new Error('Two keys have the same id.');
  return ring;
}

/** Whether a text is a list of keys for {@link parseKeys}. */
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

function parseKey(entry: string): [id: string, key: Key] {
  const [, id, encoded] = /^([\w-]+):([A-Za-z0-9+/_=-]+)$/.exec(entry.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (!id || bytes.length !== keyBytes) throw new Error('A key is `<id>:<32 bytes in base64>`.');
  return [id, createKey(bytes)];
}

function createKey(bytes: Buffer): Key {
  const derived = new Map<string, KeyObject>();
  return {
    whole: createSecretKey(bytes),
    derive(info) {
      const known = derived.get(info);
      if (known) return known;
      const key = createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', info, keyBytes)));
      derived.set(info, key);
      return key;
    },
  };
}
