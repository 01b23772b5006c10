import type { TokenSource } from '@trellis/client';
import * as oauth from 'oauth4webapi';
import type { Tokens } from './kept.js';

/** How long a token is used whose issuer does not say how long it is valid (s): it is replaced when it is rejected. */
const assumedLifetimeSeconds = 3_600;

/** A token is renewed so long before it expires (ms), or after nine tenths of its time if that is later. */
const renewEarlyMs = 60_000;

/** What the issuer has granted; what it does not send again, when it renews a token, is as before. */
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

/** A person by the claims of OpenID Connect (Core, section 5.1). */
const nameOf = ({ name, preferred_username, email, sub }: Record<string, unknown>): string =>
  String(name || preferred_username || email || sub);

interface RenewingOptions {
  tokens: Tokens;
  /** Gets other tokens; undefined where the issuer gives none any more. */
  renew(tokens: Tokens): Promise<Tokens | undefined>;
  onRenewed(tokens: Tokens): void;
  /** The failure of who asks for a token when there is none any more, told once. */
  end(): Error;
}

/** Gives access tokens, renewed one at a time, however many wait for them, until the issuer gives none any more. */
export function renewing({ tokens, renew, onRenewed, end }: RenewingOptions): TokenSource {
  let current: Tokens | Error = tokens;
  let waiting: Promise<void> | undefined;
  const replace = async (before: Tokens) => {
    const renewed = before.refreshToken === undefined ? undefined : await renew(before);
    current = renewed ?? end();
    if (renewed) onRenewed(renewed);
  };
  /** Whether another one has to be there first. */
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
