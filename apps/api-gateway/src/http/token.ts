import { createPublicKey, createSecretKey } from 'node:crypto';
import { plainText, Problem } from '@trellis/contracts';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseScopes } from './scope.js';

/** What an access token says of its bearer. */
export interface Bearer {
  /** The account: claim `sub`. */
  developer: string;
  /** The program: claim `azp`, else `client_id`, else `sub`. */
  app: string;
  scopes: string[];
  /** Seconds since the epoch. */
  expires: number;
}

/** How tokens are checked: by a secret, or by the public keys of an external issuer. */
export interface TokenTrust {
  secret?: string | undefined;
  publicKey?: string | undefined;
  jwksUrl?: string | undefined;
  issuer?: string | undefined;
  audience?: string | undefined;
}

/** Gives the bearer of an `Authorization` header; throws the problem `invalid_token`. */
export type VerifyToken = (authorization: string | undefined) => Promise<Bearer>;

const claims = z.object({
  sub: plainText,
  exp: z.number(),
  azp: plainText.optional(),
  client_id: plainText.optional(),
  scope: z.unknown().optional(),
});

/** So many tokens that have been verified are remembered until they expire. */
const remembered = 10_000;

export function createTokenVerifier(trust: TokenTrust): VerifyToken {
  const check = signatureCheck(trust);
  const known = new LRUCache<string, Bearer>({ max: remembered });
  return async (authorization) => {
    const token = authorization?.replace(/^bearer +/i, '').trim();
    if (!token) throw invalid('An access token is needed.');
    const bearer = known.get(token) ?? (await verify(token, check));
    if (bearer.expires <= Date.now() / 1000) throw invalid('The access token has expired.');
    known.set(token, bearer);
    return bearer;
  };
}

type SignatureCheck = (token: string) => Promise<unknown>;

async function verify(token: string, check: SignatureCheck): Promise<Bearer> {
  const { sub, azp, client_id, scope, exp } = await check(token)
    .then((payload) => claims.parse(payload))
    .catch((error: unknown) => {
      if (error instanceof Problem) throw error;
      throw invalid('The access token is not valid.');
    });
  return { developer: sub, app: azp ?? client_id ?? sub, scopes: parseScopes(scope), expires: exp };
}

/** jsonwebtoken checks our own tokens; jose those of others, for it knows key sets and EdDSA. */
function signatureCheck({
  secret,
  publicKey,
  jwksUrl,
  issuer,
  audience,
}: TokenTrust): SignatureCheck {
  const expected = { ...(issuer && { issuer }), ...(audience && { audience }) };
  if (secret) {
    const key = createSecretKey(Buffer.from(secret));
    return async (token) => jwt.verify(token, key, { algorithms: ['HS256'], ...expected });
  }
  const options = { algorithms: ['RS256', 'ES256', 'EdDSA'], ...expected };
  const payload = ({ payload }: { payload: JWTPayload }) => payload;
  if (publicKey) {
    const key = createPublicKey(publicKey);
    return (token) => jwtVerify(token, key, options).then(payload);
  }
  const keys = createRemoteJWKSet(new URL(jwksUrl!), { timeoutDuration: 3_000 });
  return (token) => jwtVerify(token, keys, options).then(payload, refuseOrReport);
}

/** A key set that cannot be fetched says nothing about the token. */
function refuseOrReport(error: unknown): never {
  const aboutToken =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    error.code !== 'ERR_JOSE_GENERIC';
  if (aboutToken) throw error;
  throw new Problem('unavailable', 'The keys of the token issuer cannot be fetched.');
}

const invalid = (detail: string) => new Problem('invalid_token', detail);
