import { createHash } from 'node:crypto';
import { Problem } from '@trellis/contracts';
import * as oauth from 'openid-client';
import { z } from 'zod';
import { connectorOf } from '../descriptions/describe.js';
import { uncountedHttp, type ClientOfInstance } from '../remote/context.js';
import type { Runtime } from '../runtime.js';
import { openChecked } from '../secrets/configuration.js';
import { needsAuthorization, providerOf } from './provider.js';

/** So long an end user may take at the provider (ms). */
const authorizationLife = 10 * 60_000;

/** So long the address under which an authorization can be begun stays good (ms). */
const ticketLife = 60 * 60_000;

const ticket = z.object({ authorize: z.string(), expires: z.number() });

/** Only the digest is stored: who reads the database cannot answer in the provider's place. */
export const digestOf = (state: string) => createHash('sha256').update(state).digest('hex');

/**
 * Begins an authorization of a client, with a `state` that is good once, and PKCE (RFC 7636). Answers
 * the address of the provider to which the end user's browser has to go.
 */
export async function beginAuthorization(
  runtime: Runtime,
  client: ClientOfInstance,
  redirectUri: string,
): Promise<string> {
  const { database, sealing, connectors, stopping } = runtime;
  const connector = connectorOf(connectors, client.connectorType);
  if (!needsAuthorization(connector)) throw new Error(`${connector.typeId} has no OAuth2.`);
  const instance = openChecked(sealing, connector.instance.schema, client.instance.configuration);
  const settings = openChecked(sealing, connector.client.schema, client.configuration);
  const state = oauth.randomState();
  const verifier = oauth.randomPKCECodeVerifier();
  await database.authorization.deleteMany({
    where: { clientKey: client.key, expires: { lt: new Date() } },
  });
  await database.authorization.create({
    data: {
      state: digestOf(state),
      clientKey: client.key,
      verifier: sealing.seal(verifier),
      expires: new Date(Date.now() + authorizationLife),
    },
  });
  const provider = providerOf(connector, instance, uncountedHttp(runtime, stopping));
  const address = oauth.buildAuthorizationUrl(provider, {
    ...connector.oauth2.authorizationParameters,
    redirect_uri: redirectUri,
    scope: connector.oauth2.scopes(settings).join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return address.href;
}

/** A text that stands for the right to begin the authorization of a client for a while. */
export function authorizationTicket({ sealing }: Runtime, client: string): string {
  return sealing.seal({ authorize: client, expires: Date.now() + ticketLife });
}

/** Begins the authorization that a ticket stands for. */
export async function redeemTicket(
  runtime: Runtime,
  { ticket: given, redirect_uri }: { ticket: string; redirect_uri: string },
): Promise<{ location: string }> {
  const id = openTicket(runtime, given);
  const client = id
    ? await runtime.database.client.findUnique({ where: { id }, include: { instance: true } })
    : null;
  if (!client) {
    throw new Problem('not_found', 'This address has expired; the client has a new one.');
  }
  return { location: await beginAuthorization(runtime, client, redirect_uri) };
}

function openTicket({ sealing }: Runtime, given: string): string | undefined {
  try {
    const { authorize, expires } = ticket.parse(sealing.open(given));
    return expires > Date.now() ? authorize : undefined;
  } catch {
    return undefined;
  }
}
