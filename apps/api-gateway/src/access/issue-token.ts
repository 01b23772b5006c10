import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { boundParameter, type TokenTrust } from './token.js';

interface IssuedClaims {
  sub: string;
  azp: string;
  scope: string;
  /** Binds the token to an end user. */
  external_subject_id?: string;
}

/** Issues an access token with these claims that is valid for so many seconds. */
export type IssueToken = (claims: IssuedClaims, lifetimeSeconds: number) => string;

/** Issues tokens with the secret that also verifies them; without a secret none can be issued. */
export function createTokenIssuer({
  secret,
  issuer,
  audience,
}: TokenTrust): IssueToken | undefined {
  if (!secret) return undefined;
  const key = createSecretKey(Buffer.from(secret));
  return (claims, lifetimeSeconds) =>
    jwt.sign(claims, key, {
      algorithm: 'HS256',
      ...(claims.external_subject_id !== undefined && { header: boundHeader }),
      expiresIn: lifetimeSeconds,
      ...(issuer && { issuer }),
      ...(audience && { audience }),
    });
}

const boundHeader = { alg: 'HS256', crit: [boundParameter], [boundParameter]: true };
