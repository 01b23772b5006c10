import { errors } from 'jose';
import jwt from 'jsonwebtoken';
import { Problem, type TokenFault } from '@trellis/contracts';
import { z } from 'zod';

/** Sentences about faults of access tokens, which reveal nothing of the tokens and of what is expected. */
const details: Record<TokenFault, string> = {
  missing: 'An access token is required.',
  malformed: 'The access token is not a signed JWT.',
  wrong_signature: 'The access token is not signed with a key and an algorithm of the issuer.',
  expired: 'The access token has expired.',
  not_yet_valid: 'The access token is not valid yet.',
  wrong_issuer: 'The access token is of another issuer.',
  wrong_audience: 'The access token is for another service.',
  wrong_claims: 'A claim of the access token is missing or not valid.',
  revoked: 'The app has been revoked.',
};

export const invalidToken = (reason: TokenFault, detail = details[reason]): Problem =>
  Problem.withoutStack('invalid_token', detail, { reason });

/** Returns the problem of a token that was refused with an error. */
export function refusedToken(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof z.ZodError) {
    const names = [...new Set(error.issues.map(({ path }) => path[0]))];
    const detail = `Missing or not valid in the access token: ${names.join(', ')}.`;
    return invalidToken('wrong_claims', detail);
  }
  return invalidToken(error instanceof errors.JOSEError ? faultOfJose(error) : faultOfJwt(error));
}

const faultsOfClaims: Record<string, TokenFault> = {
  iss: 'wrong_issuer',
  aud: 'wrong_audience',
  nbf: 'not_yet_valid',
};

function faultOfJose(error: errors.JOSEError): TokenFault {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return faultsOfClaims[error.claim] ?? 'wrong_claims';
  const isMalformed = error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid;
  return isMalformed ? 'malformed' : 'wrong_signature';
}

/** Errors of jsonwebtoken have no codes. */
const faultsByMessage: readonly [RegExp, TokenFault][] = [
  [/^jwt issuer/, 'wrong_issuer'],
  [/^jwt audience/, 'wrong_audience'],
  [/^(invalid (exp|nbf) value)/, 'wrong_claims'],
  [/^(invalid (signature|algorithm)|jwt signature)/, 'wrong_signature'],
];

function faultOfJwt(error: unknown): TokenFault {
  if (error instanceof jwt.TokenExpiredError) return 'expired';
  if (error instanceof jwt.NotBeforeError) return 'not_yet_valid';
  const { message } = error as Error;
  return faultsByMessage.find(([pattern]) => pattern.test(message))?.[1] ?? 'malformed';
}
