import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Unauthorized,
  Unavailable,
  type Connector,
  type ResolveHost,
} from '@trellis/connector-sdk';
import type { Sealing } from '@trellis/sealing';
import * as oauth from 'openid-client';
import type { Database } from '../database.js';
import type { Client } from '../generated/prisma/client.js';
import { authorizationServer, oauthErrorCode, toConnectorFailure } from './authorization-server.js';
import { openGrant, sealGrant, type Grant } from './grant.js';
import type { Refreshing } from '../activity/record.js';

/** How long one worker holds the lease to refresh a client's tokens. Its request ends well before. */
const leaseMs = 30_000;
const refreshTimeoutMs = 15_000;

/** How often a worker checks whether another one has refreshed the tokens. */
const retryMs = 100;

interface Needs {
  database: Database;
  sealing: Sealing;
}

interface OfClient {
  connector: Connector;
  instance: Record<string, unknown>;
  resolve: ResolveHost;
  client: Pick<Client, 'id' | 'developer'>;
  signal: AbortSignal;
  refreshing?: Refreshing | undefined;
}

/**
 * Returns a valid access token of a client. The worker that finds it about to expire refreshes it; the others wait for
 * the result.
 */
export async function getAccessToken(needs: Needs, of: OfClient): Promise<string> {
  const { database, sealing } = needs;
  while (!of.signal.aborted) {
    const { tokens, tokensExpire } = await database.client.findUniqueOrThrow({
      where: { id: of.client.id },
      select: { tokens: true, tokensExpire: true },
    });
    if (tokens === null) throw revoked();
    const grant = openGrant(sealing, of.client, tokens);
    if (tokensExpire === null || tokensExpire > new Date()) return grant.access_token;
    const holder = randomUUID();
    if (await acquireLease(database, { client: of.client.id, tokens, holder })) {
      return refresh(needs, of, { grant, holder });
    }
    await pause(retryMs);
  }
  throw new Unavailable('The authorization server did not answer in time.', {
    cause: 'token_not_issued',
  });
}

/** Expires the access token after the remote technology rejected it, so that the next use refreshes it. */
export async function expireAccessToken(database: Database, client: string): Promise<void> {
  await database.client.updateMany({
    where: { id: client, tokens: { not: null } },
    data: { tokensExpire: new Date(0) },
  });
}

const revoked = () =>
  new Unauthorized('The authorization has expired or was revoked.', { cause: 'grant_revoked' });

/** Acquires the lease unless another worker holds it or has refreshed the tokens meanwhile. */
async function acquireLease(
  database: Database,
  { client, tokens, holder }: { client: string; tokens: string; holder: string },
): Promise<boolean> {
  const acquired = await database.$executeRaw`
    UPDATE clients SET lease_holder = ${holder}::uuid,
      lease_until = now() + ${leaseMs} * interval '1 millisecond'
    WHERE id = ${client}::uuid AND tokens = ${tokens}
      AND (lease_until IS NULL OR lease_until < now())`;
  return acquired > 0;
}

async function refresh(
  { database, sealing }: Needs,
  { connector, instance, resolve, client, refreshing }: OfClient,
  { grant, holder }: { grant: Grant; holder: string },
): Promise<string> {
  const leased = { id: client.id, leaseHolder: holder };
  const release = { leaseHolder: null, leaseUntil: null };
  const startedAt = performance.now();
  try {
    if (grant.refresh_token === undefined) throw revoked();
    refreshing?.addSecrets([grant.access_token, grant.refresh_token]);
    // Ignores the caller's signal: once sent, only the response contains the valid refresh token.
    const reach = { resolve, timeoutMs: refreshTimeoutMs, record: refreshing?.record };
    const server = authorizationServer({ connector, instance }, reach);
    const response = await oauth.refreshTokenGrant(server, grant.refresh_token);
    refreshing?.addSecrets([response.access_token, response.refresh_token ?? '']);
    const { count } = await database.client.updateMany({
      where: leased,
      data: { ...sealGrant(sealing, client, response, grant), ...release },
    });
    if (count === 0)
      throw new Unavailable('The tokens were refreshed elsewhere meanwhile.', {
        cause: 'interrupted',
      });
    refreshing?.onEnd(startedAt);
    return response.access_token;
  } catch (error) {
    const isRevoked = error instanceof Unauthorized || oauthErrorCode(error) === 'invalid_grant';
    await database.client.updateMany({
      where: leased,
      data: { ...release, ...(isRevoked && { tokens: null, tokensExpire: null }) },
    });
    const failure = isRevoked ? revoked() : toConnectorFailure(error);
    refreshing?.onEnd(startedAt, failure);
    throw failure;
  }
}
