import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';
import type { Client } from '../generated/prisma/client.js';

const grant = z.object({ access_token: z.string(), refresh_token: z.string().optional() });
export type Grant = z.infer<typeof grant>;

/** How long before its expiry an access token is refreshed (ms), though never in the first half of its life. */
const refreshMarginMs = 60_000;

type OfClient = Pick<Client, 'id' | 'developer'>;

const bindingOf = ({ id, developer }: OfClient) =>
  ({ purpose: 'clients.tokens', developer, id }) as const;

/** Returns the columns for a token response. A refresh token that is not replaced stays valid. */
export function sealGrant(
  sealing: Sealing,
  client: OfClient,
  response: { access_token: string; refresh_token?: string; expires_in?: number | undefined },
  previous?: Grant,
): { tokens: string; tokensExpire: Date | null } {
  const { access_token, refresh_token = previous?.refresh_token, expires_in } = response;
  const lifetimeMs = expires_in === undefined ? undefined : expires_in * 1000;
  return {
    tokens: sealing.seal(bindingOf(client), grant.parse({ access_token, refresh_token })),
    tokensExpire:
      lifetimeMs === undefined
        ? null
        : new Date(Date.now() + lifetimeMs - Math.min(refreshMarginMs, lifetimeMs / 2)),
  };
}

export const openGrant = (sealing: Sealing, client: OfClient, tokens: string): Grant =>
  grant.parse(sealing.open(bindingOf(client), tokens));
