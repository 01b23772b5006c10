import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';
import type { Client } from '../generated/prisma/client.js';

const grant = z.object({ access_token: z.string(), refresh_token: z.string().optional() });
export type Grant = z.infer<typeof grant>;

/** How long before its expiry an access token is refreshed (ms), though never in the first half of its life. */
const refreshMarginMs = 60_000;

/** A longer time is no end (s). */
const maxGrantSeconds = 10 * 365 * 86_400;

type OfClient = Pick<Client, 'id' | 'developer'>;

const bindingOf = ({ id, developer }: OfClient) =>
  ({ purpose: 'clients.tokens', developer, id }) as const;

interface TokenResponse {
  access_token: string;
  refresh_token?: string;
  expires_in?: number | undefined;
  /** How long the refresh token is valid (s). No standard has it, but several vendors do. */
  refresh_token_expires_in?: unknown;
}

/**
 * Returns when a grant ends for good: with its access token if there is no refresh token, and otherwise when the vendor
 * says so. Null if that is unknown; undefined if it stays, because a response to a refresh need not repeat it.
 */
function endOf(
  { expires_in, refresh_token: replaced, refresh_token_expires_in: refreshSeconds }: TokenResponse,
  { refresh_token, isRefreshed }: { refresh_token: string | undefined; isRefreshed: boolean },
): Date | null | undefined {
  const after = (seconds: number) => new Date(Date.now() + seconds * 1000);
  if (refresh_token === undefined) return expires_in === undefined ? null : after(expires_in);
  const seconds = Number(refreshSeconds ?? NaN);
  if (seconds > 0 && seconds < maxGrantSeconds) return after(seconds);
  return isRefreshed && replaced === undefined ? undefined : null;
}

/** Returns the columns for a token response. A refresh token that is not replaced stays valid. */
export function sealGrant(
  sealing: Sealing,
  client: OfClient,
  response: TokenResponse,
  previous?: Grant,
): { tokens: string; tokensExpire: Date | null; grantEnds: Date | null | undefined } {
  const { access_token, refresh_token = previous?.refresh_token, expires_in } = response;
  const lifetimeMs = expires_in === undefined ? undefined : expires_in * 1000;
  return {
    tokens: sealing.seal(bindingOf(client), grant.parse({ access_token, refresh_token })),
    tokensExpire:
      lifetimeMs === undefined
        ? null
        : new Date(Date.now() + lifetimeMs - Math.min(refreshMarginMs, lifetimeMs / 2)),
    grantEnds: endOf(response, { refresh_token, isRefreshed: previous !== undefined }),
  };
}

export const openGrant = (sealing: Sealing, client: OfClient, tokens: string): Grant =>
  grant.parse(sealing.open(bindingOf(client), tokens));
