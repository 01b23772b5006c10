import type { TokenSource } from '@trellis/client';
import * as oauth from 'oauth4webapi';
import type { Tokens } from './storage.js';

/** Assumed lifetime of a token if the issuer does not say it (s). A rejected token is renewed anyway. */
const assumedLifetimeSeconds = 3_600;

/** Time before expiry at which a token is renewed (ms), but not before nine tenths of its lifetime. */
const renewEarlyMs = 60_000;

/** Returns the granted tokens. Keeps the refresh and ID tokens if a renewal does not replace them. */
export function tokensOf(granted: oauth.TokenEndpointResponse, before?: Tokens): Tokens {
  const claims = oauth.getValidatedIdTokenClaims(granted);
  const lifetimeMs = (granted.expires_in ?? assumedLifetimeSeconds) * 1_000;
  const now = Date.now();
  return {
    accessToken: granted.access_token,
    renewAt: now + Math.max(lifetimeMs - renewEarlyMs, lifetimeMs * 0.9),
    expiresAt: now + lifetimeMs,
    refreshToken: granted.refresh_token ?? before?.refreshToken,
    idToken: granted.id_token ?? before?.idToken,
    name: before?.name ?? nameOf(claims ?? {}),
  };
}

/** Returns the name of a user from the claims of OpenID Connect (Core, section 5.1). */
const nameOf = ({ name, preferred_username, email, sub }: Record<string, unknown>): string =>
  String(name || preferred_username || email || sub);

interface RenewingOptions {
  tokens: Tokens;
  /** Renews the tokens; returns undefined if the issuer refuses. */
  renew(tokens: Tokens): Promise<Tokens | undefined>;
  onRenewed(tokens: Tokens): void;
  /** Ends the session, once; returns the error for those who need a token. */
  end(): Error;
}

/** Returns a source of access tokens. Concurrent callers share one renewal. */
export function renewing({ tokens, renew, onRenewed, end }: RenewingOptions): TokenSource {
  let current: Tokens | Error = tokens;
  let waiting: Promise<void> | undefined;
  const replace = async (before: Tokens) => {
    const renewed = before.refreshToken === undefined ? undefined : await renew(before);
    current = renewed ?? end();
    if (renewed) onRenewed(renewed);
  };
  /** Tells whether the token has to be renewed. */
  const isUsedUp = ({ accessToken, expiresAt, renewAt, refreshToken }: Tokens, rejected?: string) =>
    accessToken === rejected || Date.now() >= (refreshToken === undefined ? expiresAt : renewAt);
  return async ({ rejected }) => {
    if (!(current instanceof Error) && isUsedUp(current, rejected)) {
      await (waiting ??= replace(current).finally(() => (waiting = undefined)));
    }
    if (current instanceof Error) throw current;
    return current.accessToken;
  };
}
