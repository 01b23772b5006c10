import { createHash, createPublicKey, randomInt, verify } from 'node:crypto';
import { pairingMs } from '@trellis/contracts';

/** Letters and digits that are not mistaken for each other (Crockford's Base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const codeLength = 8;

/** Creates a code of 40 bits, such as `7K3M-2QXD`, and the columns that remember it. */
export function newPairingCode() {
  const text = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  const code = `${text.slice(0, 4).join('')}-${text.slice(4).join('')}`;
  const expires = new Date(Date.now() + pairingMs);
  return {
    code: { code, expires: expires.toISOString() },
    columns: { pairingDigest: digestOf(code), pairingExpires: expires },
  };
}

/** Returns the digest by which a code is found, however it was typed. */
export function digestOf(code: string): string {
  const typed = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(typed).digest('hex');
}

/** The DER header of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const keyLength = 32;

/** Parses a raw public key (base64url); undefined for anything else. */
export function parseKey(text: string): Buffer<ArrayBuffer> | undefined {
  const key = Buffer.from(text, 'base64url');
  return key.length === keyLength ? key : undefined;
}

/** Returns whether a message was signed with the private key of a public key (Ed25519, RFC 8032). */
export function isSigned(key: Uint8Array, message: string, signature: string): boolean {
  const publicKey = createPublicKey({
    key: Buffer.concat([spkiPrefix, key]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(message), publicKey, Buffer.from(signature, 'base64url'));
}

/** Returns the fingerprint of a key, for people who compare it. */
export const fingerprintOf = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('base64url');
