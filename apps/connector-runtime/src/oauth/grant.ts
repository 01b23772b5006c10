import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';

/** The tokens that an authorization server issued. */
const grant = z.object({ access_token: z.string(), refresh_token: z.string().optional() });
export type Grant = z.infer<typeof grant>;

/** An access token is refreshed this long before it expires, but not in the first half of its life. */
const refreshMarginMs = 60_000;

/** The columns that store a token response; a refresh token that is not replaced stays valid. */
export function sealGrant(
  sealing: Sealing,
  response: { access_token: string; refresh_token?: string; expires_in?: number | undefined },
  previous?: Grant,
): { tokens: string; tokensExpire: Date | null } {
  const { access_token, refresh_token = previous?.refresh_token, expires_in } = response;
  const lifetimeMs = expires_in === undefined ? undefined : expires_in * 1000;
  return {
    tokens: sealing.seal(grant.parse({ access_token, refresh_token })),
    tokensExpire:
      lifetimeMs === undefined
        ? null
        : new Date(Date.now() + lifetimeMs - Math.min(refreshMarginMs, lifetimeMs / 2)),
  };
}

export const openGrant = (sealing: Sealing, tokens: string): Grant =>
  grant.parse(sealing.open(tokens));
