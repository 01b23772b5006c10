import { createPublicKey, createSecretKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyResult } from 'jose';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { type CheckResult, plainText, Problem, subjectId } from '@trellis/contracts';
import type { Bearer } from '@trellis/operations';
import { z } from 'zod';
import { invalidToken, refusedToken } from './token-faults.js';

/** The keys that verify tokens: a secret, or the public keys of an external issuer. */
export interface TokenTrust {
  secret?: string | undefined;
  publicKey?: string | undefined;
  jwksUrl?: string | undefined;
  issuer?: string | undefined;
  audience?: string | undefined;
  /** The address of the Model Context Protocol, which tokens of MCP clients have as their audience. */
  mcpResource?: string | undefined;
  /** The claims that list scopes; `scope` by default. */
  scopeClaims?: readonly string[];
}

/** Returns the bearer of an `Authorization` header; throws the problem `invalid_token`. */
export type VerifyToken = (authorization: string | undefined) => Promise<Bearer>;

const claims = z.looseObject({
  sub: plainText,
  exp: z.number(),
  aud: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  azp: plainText.optional(),
  client_id: plainText.optional(),
  /** The person for whom a client acts (RFC 8693, section 4.1). */
  act: z.object({ sub: plainText, email: plainText }).optional().catch(undefined),
  // One that is not valid makes the token invalid: it must never act for the whole account.
  external_subject_id: subjectId.optional(),
});

/**
 * The critical header parameter of our own tokens that are bound to a subject: whatever does not know the claim
 * refuses them instead of taking them for tokens of the whole account (RFC 7515, section 4.1.11).
 */
const boundParameter = 'subject_bound';

const maxCachedTokens = 10_000;

const jwksTimeoutMs = 3_000;

export function createTokenVerifier(trust: TokenTrust): VerifyToken {
  const verifySignature = signatureVerifier(trust);
  const { scopeClaims = ['scope'] } = trust;
  // An external issuer decides for itself what its audiences mean.
  const mcpResource = trust.secret ? trust.mcpResource : undefined;
  const verified = new LRUCache<string, Bearer>({ max: maxCachedTokens });
  return async (authorization) => {
    const token = authorization?.replace(/^bearer(?: +|$)/i, '').trim();
    if (!token) throw invalidToken('missing');
    const bearer =
      verified.get(token) ?? (await verify(token, { verifySignature, scopeClaims, mcpResource }));
    if (bearer.expiresAt <= Date.now() / 1000) throw invalidToken('expired');
    verified.set(token, bearer);
    return bearer;
  };
}

/** Checks the signature and the times of a token, its issuer and its audience. */
type VerifySignature = (token: string) => Promise<{ header: Header; payload: unknown }>;

interface Header {
  crit?: unknown;
  [boundParameter]?: unknown;
}

async function verify(
  token: string,
  {
    verifySignature,
    scopeClaims,
    mcpResource,
  }: { verifySignature: VerifySignature; scopeClaims: readonly string[] } & Pick<
    TokenTrust,
    'mcpResource'
  >,
): Promise<Bearer> {
  const { sub, azp, client_id, exp, aud, act, external_subject_id, ...others } =
    await verifySignature(token)
      .then(({ header, payload }) => {
        const claimed = claims.parse(payload);
        requireKnownExtensions(header, claimed);
        return claimed;
      })
      .catch((error: unknown) => {
        throw refusedToken(error);
      });
  return {
    developer: sub,
    app: azp ?? client_id ?? sub,
    ...(external_subject_id !== undefined && { subject: external_subject_id }),
    scopes: scopeClaims.flatMap((name) => parseScopes(others[name])),
    ...(aud !== undefined && aud === mcpResource && { isForMcp: true }),
    ...(act && { actor: { type: 'person' as const, id: act.email } }),
    expiresAt: exp,
  };
}

/** Throws for critical extensions (RFC 7515, section 4.1.11), unless they only say that the token is bound. */
function requireKnownExtensions(
  { crit, [boundParameter]: isBound }: Header,
  { external_subject_id }: z.output<typeof claims>,
): void {
  if (crit === undefined) return;
  if (isDeepStrictEqual(crit, [boundParameter]) && isBound === true && external_subject_id) return;
  throw invalidToken('wrong_claims', 'The access token has critical extensions.');
}

/** Returns the scopes of a claim: a space-separated string (RFC 8693, section 4.2) or an array. */
function parseScopes(claim: unknown): string[] {
  const listed: unknown[] =
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return listed.filter((scope): scope is string => typeof scope === 'string' && scope !== '');
}

/** jsonwebtoken is faster for our own tokens; jose supports key sets and EdDSA. */
function signatureVerifier({
  secret,
  publicKey,
  jwksUrl,
  issuer,
  audience,
  mcpResource,
}: TokenTrust): VerifySignature {
  const expected = { ...(issuer && { issuer }), ...(audience && { audience }) };
  if (secret) {
    const key = createSecretKey(Buffer.from(secret));
    const audiences: [string, ...string[]] | undefined = audience
      ? [audience, ...(mcpResource ? [mcpResource] : [])]
      : undefined;
    const options = { ...expected, ...(audiences && { audience: audiences }) };
    return async (token) =>
      jwt.verify(token, key, { algorithms: ['HS256'], complete: true, ...options });
  }
  const options = {
    algorithms: ['RS256', 'ES256', 'EdDSA'],
    crit: { [boundParameter]: true },
    ...expected,
  };
  const toVerified = ({ payload, protectedHeader: header }: JWTVerifyResult) => ({
    payload,
    header,
  });
  if (publicKey) {
    const key = createPublicKey(publicKey);
    return (token) => jwtVerify(token, key, options).then(toVerified);
  }
  const keys = issuerKeys(jwksUrl!);
  return (token) => jwtVerify(token, keys, options).then(toVerified, rethrow);
}

/** Returns the keys of an external issuer, which are fetched when they are needed. */
const issuerKeys = (jwksUrl: string) =>
  createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: jwksTimeoutMs });

/** Throws `unavailable` for a key set that cannot be fetched: that proves nothing about the token. */
function rethrow(error: unknown): never {
  const isAboutToken =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    error.code !== 'ERR_JOSE_GENERIC';
  if (isAboutToken) throw error;
  throw new Problem('unavailable', 'The keys of the token issuer cannot be fetched.');
}

interface IssuedClaims {
  sub: string;
  azp: string;
  scope: string;
  /** The only resource that it is for (RFC 8707); the configured audience by default. */
  aud?: string;
  /** The person for whom the client acts. */
  act?: { sub: string; email: string };
  /** Binds the token to an end user. */
  external_subject_id?: string;
}

/** Issues an access token with the given claims and lifetime (s). */
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
      ...(audience && claims.aud === undefined && { audience }),
    });
}

const boundHeader = { alg: 'HS256', crit: [boundParameter], [boundParameter]: true };

const what = 'JWKS_URL';

/** Checks whether the keys of an external issuer of access tokens can be fetched. */
export async function checkIssuer(jwksUrl: string | undefined): Promise<CheckResult[]> {
  if (jwksUrl === undefined) return [];
  const keys = issuerKeys(jwksUrl);
  try {
    await keys.reload();
  } catch (error) {
    const found = `The key set cannot be fetched: ${(error as Error).message}`;
    const remedy =
      'See that it is the address of the key set, and that this machine can connect to it: names, network ' +
      'policies, and authorities of certificates (NODE_EXTRA_CA_CERTS).';
    return [{ what, found, remedy }];
  }
  const count = keys.jwks()?.keys.length ?? 0;
  if (count > 0) return [{ what, found: `The key set of the issuer has ${count} keys.` }];
  const remedy = 'Have the issuer publish its keys: no access token can be verified.';
  return [{ what, found: 'The key set of the issuer is empty.', remedy }];
}
