import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Services } from './operation.js';
import type { TokenTrust } from './token.js';

/** How long an access token is valid (s). */
const lifetime = 3_600;

/** Issues access tokens with the secret that also checks them; nobody else's can be issued. */
export function createTokenIssuer({
  secret,
  issuer,
  audience,
}: TokenTrust): Services['issueToken'] {
  if (!secret) return undefined;
  const key = createSecretKey(Buffer.from(secret));
  return (claims) => ({
    access_token: jwt.sign(claims, key, {
      algorithm: 'HS256',
      expiresIn: lifetime,
      ...(issuer && { issuer }),
      ...(audience && { audience }),
    }),
    expires_in: lifetime,
  });
}
