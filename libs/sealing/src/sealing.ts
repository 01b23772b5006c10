import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { deriveSigningKey, parseKeys, type DeriveKey } from './keys.js';
import type { Purpose } from './purposes.js';

/** Context of a sealed text, which opens in no other. */
export interface Binding {
  purpose: Purpose;
  /** Account that the text belongs to. */
  developer?: string | undefined;
  /** Id of the row that the text belongs to. */
  id?: string | undefined;
}

/**
 * Encrypts secrets for databases and queues: AES-256-GCM with a random nonce (NIST SP 800-38D), a key for each purpose,
 * and the rest of the binding as additional authenticated data. A sealed text is
 * `v2.<key id>.<nonce>.<tag>.<ciphertext>`, the last three parts in base64url.
 */
export interface Sealing {
  /** Encrypts any JSON value. */
  seal(binding: Binding, value: unknown): string;
  /**
   * Decrypts a text that was sealed for a binding with any of the keys. Throws {@link UnknownKeyError} if its key is not
   * configured, and another error if the text is invalid.
   */
  open(binding: Binding, sealed: string): unknown;
  /** Ids of the keys; the first one seals. */
  keys: readonly [string, ...string[]];
  /** Prefix of all texts that are sealed with the current key, and of no others. */
  currentPrefix: string;
  /**
   * Returns the fingerprints of a text, one for each key. Two texts are equal if they share a fingerprint. Without a key,
   * a short text cannot be found by trying all texts.
   */
  fingerprints(text: string): string[];
  /** Private keys (Ed25519) that sign receipts, one for each key; the first one is current. */
  signingKeys: readonly SigningKey[];
}

/** A private key, with the id of the key from which it is derived. */
export interface SigningKey {
  id: string;
  key: KeyObject;
}

/** Reports a text that was sealed with a key that is not configured. */
export class UnknownKeyError extends Error {}

/** Creates a sealing from keys in the form `<id>:<32 bytes in base64>`, separated by commas. */
export function createSealing(keys: string): Sealing {
  const ring = parseKeys(keys);
  const keyIds = [...ring.keys()] as [string, ...string[]];
  const sealingKey = ring.get(keyIds[0])!;
  const fingerprintKeys = [...ring.values()].map((derive) => derive('trellis fingerprints'));
  const currentPrefix = `v2.${keyIds[0]}.`;

  return {
    keys: keyIds,
    currentPrefix,
    signingKeys: [...ring].map(([id, derive]) => ({
      id,
      key: deriveSigningKey(derive, 'trellis receipts'),
    })),
    seal(binding, value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(sealingKey, binding), nonce);
      cipher.setAAD(contextOf(binding));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
      return currentPrefix + parts.join('.');
    },
    open(binding, sealed) {
      const [version, id = '', ...encoded] = sealed.split('.');
      if (version !== 'v2' || encoded.length !== 3) throw notSealed();
      const derive = ring.get(id);
      if (!derive) throw new UnknownKeyError('The key of this sealed text is unknown.');
      const [nonce, tag, text] = encoded.map(decode) as [Buffer, Buffer, Buffer];
      const decipher = createDecipheriv('aes-256-gcm', keyFor(derive, binding), nonce, {
        authTagLength: 16,
      });
      decipher.setAAD(contextOf(binding));
      decipher.setAuthTag(tag);
      const opened = decipher.update(text);
      return JSON.parse(Buffer.concat([opened, decipher.final()]).toString('utf8'));
    },
    fingerprints: (text) =>
      fingerprintKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url')),
  };
}

const keyFor = (derive: DeriveKey, { purpose }: Binding) => derive(`trellis sealing ${purpose}`);

/** Returns the additional authenticated data of a binding. */
const contextOf = ({ purpose, developer, id }: Binding): Buffer =>
  Buffer.from(JSON.stringify([purpose, developer ?? null, id ?? null]));

/** Decodes base64url strictly: Node.js ignores unused bits. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw notSealed();
  return bytes;
}

const notSealed = () => new Error('This is not a text that was sealed for this purpose.');
