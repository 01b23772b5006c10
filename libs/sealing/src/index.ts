import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';

/**
 * Encrypts secrets for storage in a database and for queues: AES-256-GCM with a random nonce (NIST SP
 * 800-38D). A sealed text is `v1.<key id>.<nonce>.<tag>.<ciphertext>`, the last three in base64url.
 */
export interface Sealing {
  /** Encrypts any JSON value. */
  seal(value: unknown): string;
  /** Decrypts what was sealed with any of the keys; throws on anything else. */
  open(sealed: string): unknown;
  /** How every text begins that was sealed with the current key, and no other. */
  currentPrefix: string;
  /**
   * Fingerprints of a text, one for each key: without a key, nobody can find a short text by trying all
   * of them. Two texts are the same when they have a fingerprint in common.
   */
  fingerprints(text: string): string[];
}

/**
 * Takes keys as `<id>:<32 bytes in base64>`, separated by commas. The first one encrypts and all of them
 * decrypt: to rotate, put a new key first and keep the old one until everything has been re-encrypted.
 */
export function createSealing(keys: string): Sealing {
  const ring = new Map(keys.split(',').map(parseKey));
  const [currentId, currentKey] = [...ring][0]!;
  const fingerprintKeys = [...ring.values()].map((key) =>
    Buffer.from(hkdfSync('sha256', key, '', 'trellis fingerprints', 32)),
  );

  return {
    seal(value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
      return ['v1', currentId, ...parts].join('.');
    },
    open(sealed) {
      const [version, id = '', nonce = '', tag = '', text = ''] = sealed.split('.');
      const key = ring.get(id);
      if (version !== 'v1' || !key) throw new Error('The key of this sealed text is unknown.');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      });
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      const opened = decipher.update(Buffer.from(text, 'base64url'));
      return JSON.parse(Buffer.concat([opened, decipher.final()]).toString('utf8'));
    },
    currentPrefix: `v1.${currentId}.`,
    fingerprints: (text) =>
      fingerprintKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url')),
  };
}

/** Whether a text is a list of keys for {@link createSealing}. */
export function areKeys(keys: string): boolean {
  try {
    return new Map(keys.split(',').map(parseKey)).size > 0;
  } catch {
    return false;
  }
}

/** Generates a key with a random id. */
export function generateKey(): string {
  return `${randomUUID().slice(0, 8)}:${randomBytes(32).toString('base64')}`;
}

function parseKey(entry: string): [id: string, key: Buffer] {
  const [, id, encoded] = /^([\w-]+):([A-Za-z0-9+/_=-]+)$/.exec(entry.trim()) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64');
  if (!id || key.length !== 32) throw new Error('A key is `<id>:<32 bytes in base64>`.');
  return [id, key];
}
