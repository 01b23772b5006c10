import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { parseKeys, type Key } from './keys.js';
import { purposes, type Purpose } from './purposes.js';

/** What a text is sealed for; it opens for nothing else. */
export interface Binding {
  purpose: Purpose;
  /** The account that it belongs to. */
  developer?: string | undefined;
  /** What it belongs to within the account: the id of a row, for example. */
  id?: string | undefined;
}

/**
 * Encrypts secrets for storage in a database and for queues: AES-256-GCM with a random nonce (NIST SP
 * 800-38D), a key for each purpose, and the rest of the binding as additional authenticated data. A
 * sealed text is `v2.<key id>.<nonce>.<tag>.<ciphertext>`, the last three in base64url. Texts that begin
 * with `v1` were sealed with the key itself and are bound to nothing; see {@link purposes}.
 */
export interface Sealing {
  /** Encrypts any JSON value. */
  seal(binding: Binding, value: unknown): string;
  /**
   * Decrypts what was sealed for a binding with any of the keys. Throws {@link UnknownKeyError} when the
   * key is not among them, and another error for anything else.
   */
  open(binding: Binding, sealed: string): unknown;
  /** The ids of the keys; the first one seals. */
  keys: readonly [string, ...string[]];
  /** How every text begins that is sealed with the current key and as it is done now, and no other. */
  currentPrefix: string;
  /**
   * Fingerprints of a text, one for each key: without a key, nobody can find a short text by trying all
   * of them. Two texts are the same when they have a fingerprint in common.
   */
  fingerprints(text: string): string[];
}

/** A text was sealed with a key that is not configured. */
export class UnknownKeyError extends Error {}

/**
 * Takes keys as `<id>:<32 bytes in base64>`, separated by commas. The first one seals and all of them
 * open.
 */
export function createSealing(keys: string): Sealing {
  const ring = parseKeys(keys);
  const keyIds = [...ring.keys()] as [string, ...string[]];
  const sealingKey = ring.get(keyIds[0])!;
  const fingerprintKeys = [...ring.values()].map((key) => key.derive('trellis fingerprints'));
  const currentPrefix = `v2.${keyIds[0]}.`;

  return {
    keys: keyIds,
    currentPrefix,
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
      const isBound = version === 'v2';
      if (encoded.length !== 3 || (!isBound && version !== 'v1')) throw notSealed();
      if (!isBound && !purposes[binding.purpose].opensV1) throw notSealed();
      const key = ring.get(id);
      if (!key) throw new UnknownKeyError('The key of this sealed text is unknown.');
      const [nonce, tag, text] = encoded.map(decode) as [Buffer, Buffer, Buffer];
      const decipher = createDecipheriv(
        'aes-256-gcm',
        isBound ? keyFor(key, binding) : key.whole,
        nonce,
        { authTagLength: 16 },
      );
      if (isBound) decipher.setAAD(contextOf(binding));
      decipher.setAuthTag(tag);
      const opened = decipher.update(text);
      return JSON.parse(Buffer.concat([opened, decipher.final()]).toString('utf8'));
    },
    fingerprints: (text) =>
      fingerprintKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url')),
  };
}

const keyFor = (key: Key, { purpose }: Binding) => key.derive(`trellis sealing ${purpose}`);

/** What a text is authenticated with besides its key. */
const contextOf = ({ purpose, developer, id }: Binding): Buffer =>
  Buffer.from(JSON.stringify([purpose, developer ?? null, id ?? null]));

/** Decodes base64url, of which every bit counts: Node.js ignores those that stand for nothing. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw notSealed();
  return bytes;
}

const notSealed = () => new Error('This is not a text that was sealed for this purpose.');
