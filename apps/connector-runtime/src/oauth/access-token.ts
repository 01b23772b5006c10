import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Unauthorized, Unavailable, type Connector } from '@trellis/connector-sdk';
import * as oauth from 'openid-client';
import { z } from 'zod';
import { uncountedHttp } from '../remote/context.js';
import type { Runtime } from '../runtime.js';
import { needsAuthorization, providerOf, refusalOf, tokenFailure } from './provider.js';

/** What a provider has granted. */
const grant = z.object({ access_token: z.string(), refresh_token: z.string().optional() });
type Grant = z.infer<typeof grant>;

/** A token is refreshed so long before it expires (ms), but not in the first half of its life. */
const margin = 60_000;

/** So long one worker alone may refresh the tokens of a client (ms); requests end well before. */
const lease = 30_000;
const refreshTimeout = 15_000;

interface OfClient {
  connector: Connector;
  instance: Record<string, unknown>;
  client: string;
  signal: AbortSignal;
}

/** Keeps what a provider has granted, before any of it is used. */
export function sealGrant(
  { sealing }: Pick<Runtime, 'sealing'>,
  answer: { access_token: string; refresh_token?: string; expires_in?: number | undefined },
  before?: Grant,
) {
  const { access_token, refresh_token = before?.refresh_token, expires_in } = answer;
  const life = expires_in === undefined ? undefined : expires_in * 1000;
  return {
    tokens: sealing.seal(grant.parse({ access_token, refresh_token })),
    tokensExpire:
      life === undefined ? null : new Date(Date.now() + life - Math.min(margin, life / 2)),
  };
}

export const openGrant = ({ sealing }: Pick<Runtime, 'sealing'>, tokens: string): Grant =>
  grant.parse(sealing.open(tokens));

/**
 * An access token of a client that is good now. Whichever worker finds it about to expire refreshes
 * it, one at a time; the others wait for what it stores.
 */
export async function accessTokenOf(runtime: Runtime, of: OfClient): Promise<string> {
  const { database } = runtime;
  while (!of.signal.aborted) {
    const { tokens, tokensExpire } = await database.client.findUniqueOrThrow({
      where: { id: of.client },
      select: { tokens: true, tokensExpire: true },
    });
    if (tokens === null) throw revoked();
    const known = openGrant(runtime, tokens);
    if (tokensExpire === null || tokensExpire > new Date()) return known.access_token;
    const holder = randomUUID();
    if (await takeLease(runtime, of.client, { tokens, holder })) {
      return refresh(runtime, of, { known, holder });
    }
    await pause(100);
  }
  throw new Unavailable('The provider did not answer in time.');
}

/** Has the tokens refreshed at their next use: the remote technology has refused the access token. */
export async function expireTokens({ database }: Runtime, client: string): Promise<void> {
  await database.client.updateMany({
    where: { id: client, tokens: { not: null } },
    data: { tokensExpire: new Date(0) },
  });
}

const revoked = () => new Unauthorized('The end user has to authorize the client.');

/** By the clock of the database, which all workers share. */
async function takeLease(
  { database }: Runtime,
  client: string,
  { tokens, holder }: { tokens: string; holder: string },
): Promise<boolean> {
  const taken = await database.$executeRaw`
    UPDATE clients SET lease_holder = ${holder}::uuid,
      lease_until = now() + ${lease} * interval '1 millisecond'
    WHERE id = ${client}::uuid AND tokens = ${tokens}
      AND (lease_until IS NULL OR lease_until < now())`;
  return taken > 0;
}

async function refresh(
  runtime: Runtime,
  { connector, instance, client }: OfClient,
  { known, holder }: { known: Grant; holder: string },
): Promise<string> {
  const held = { id: client, leaseHolder: holder };
  const release = { leaseHolder: null, leaseUntil: null };
  const { database } = runtime;
  if (!needsAuthorization(connector)) throw new Error(`${connector.typeId} has no OAuth2.`);
  try {
    if (known.refresh_token === undefined) throw revoked();
    // Not the signal of whoever asked: once sent, the answer holds the only token that is good.
    const http = uncountedHttp(runtime, AbortSignal.timeout(refreshTimeout));
    const provider = providerOf(connector, instance, http);
    const answer = await oauth.refreshTokenGrant(provider, known.refresh_token);
    const data = { ...sealGrant(runtime, answer, known), ...release };
    const { count } = await database.client.updateMany({ where: held, data });
    if (count === 0) throw new Unavailable('The tokens were refreshed elsewhere meanwhile.');
    return answer.access_token;
  } catch (error) {
    const gone = error instanceof Unauthorized || refusalOf(error) === 'invalid_grant';
    await database.client.updateMany({
      where: held,
      data: { ...release, ...(gone && { tokens: null, tokensExpire: null }) },
    });
    throw gone ? revoked() : tokenFailure(error);
  }
}
