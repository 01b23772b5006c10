import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { TokenTrust } from './token.js';

/** Issues an access token with these claims. */
export type IssueToken = (claims: { sub: string; azp: string; scope: string }) => {
  access_token: string;
  /** Seconds. */
  expires_in: number;
};

/** How long an access token is valid (s). */
const lifetimeSeconds = 3_600;

/** Issues tokens with the secret that also verifies them; without a secret none can be issued. */
export function createTokenIssuer({
  secret,
  issuer,
  audience,
}: TokenTrust): IssueToken | undefined {
  if (!secret) return undefined;
  const key = createSecretKey(Buffer.from(secret));
  return (claims) => ({
    access_token: jwt.sign(claims, key, {
      algorithm: 'HS256',
      expiresIn: lifetimeSeconds,
      ...(issuer && { issuer }),
      ...(audience && { audience }),
    }),
    expires_in: lifetimeSeconds,
  });
}
