import { createPublicKey } from 'node:crypto';
import type { Erasure } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import { CompactSign, exportJWK, type JWK } from 'jose';

const algorithm = 'EdDSA';

/**
 * Signs that an erasure has ended, as a JSON Web Signature (RFC 7515) with Ed25519 (RFC 8037): anybody can verify it with
 * the public keys, and nobody but this service could have made it.
 */
export function signReceipt(
  { signingKeys: [current] }: Pick<Sealing, 'signingKeys'>,
  issuer: string,
  { id, developer, requested, ended, erased }: Erasure & { developer: string },
): Promise<string> {
  const claims = { iss: issuer, sub: developer, jti: id, requested, ended, erased };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: algorithm, kid: current!.id, typ: 'erasure-receipt' })
    .sign(current!.key);
}

/** Returns the public keys of receipts as a JSON Web Key Set (RFC 7517). */
export async function receiptKeys({
  signingKeys,
}: Pick<Sealing, 'signingKeys'>): Promise<{ keys: JWK[] }> {
  const toKey = async ({ id, key }: Sealing['signingKeys'][number]) =>
    Object.assign(await exportJWK(createPublicKey(key)), { kid: id, alg: algorithm, use: 'sig' });
  return { keys: await Promise.all(signingKeys.map(toKey)) };
}
