import { Problem } from '@trellis/contracts';
import * as oauth from 'openid-client';
import { connectorOf } from '../descriptions/describe.js';
import type { Client } from '../generated/prisma/client.js';
import { uncountedHttp } from '../remote/context.js';
import type { Runtime } from '../runtime.js';
import { openChecked } from '../secrets/configuration.js';
import { digestOf } from './begin.js';
import { needsAuthorization, providerOf, refusalOf } from './provider.js';
import { sealGrant } from './tokens.js';

export interface ProviderAnswer {
  /** The query with which the provider has sent the browser back. */
  parameters: Record<string, string>;
  redirect_uri: string;
}

/** Time for the exchange of the code (ms). */
const exchangeTimeout = 8_000;

/**
 * Takes the answer of a provider (RFC 6749, section 4.1.2): exchanges the code, keeps the tokens, and
 * has the client polled. Answers where the browser goes on to: the app's own address, with
 * `client_id` and either `status=authorized` or `error`.
 */
export async function completeAuthorization(
  runtime: Runtime,
  answer: ProviderAnswer,
): Promise<{ location: string }> {
  const { database, sealing, connectors, log } = runtime;
  const { clientKey, verifier } = await takeAuthorization(runtime, answer.parameters.state);
  const client = await database.client.findUniqueOrThrow({
    where: { key: clientKey },
    include: { instance: true },
  });
  const connector = connectorOf(connectors, client.connectorType);
  if (!needsAuthorization(connector)) throw new Error(`${connector.typeId} has no OAuth2.`);
  const instance = openChecked(sealing, connector.instance.schema, client.instance.configuration);
  const back = new URL(connector.oauth2.returnTo(instance));
  back.searchParams.set('client_id', client.id);
  try {
    const http = uncountedHttp(runtime, AbortSignal.timeout(exchangeTimeout));
    const address = new URL(answer.redirect_uri);
    address.search = new URLSearchParams(answer.parameters).toString();
    const granted = await oauth.authorizationCodeGrant(
      providerOf(connector, instance, http),
      address,
      {
        pkceCodeVerifier: String(sealing.open(verifier)),
        expectedState: String(answer.parameters.state),
      },
    );
    await keep(runtime, client, sealGrant(runtime, granted));
    back.searchParams.set('status', 'authorized');
  } catch (error) {
    const refusal = (refusalOf(error) ?? 'server_error').slice(0, 64);
    log.warn({ client: client.id, refusal }, 'authorization failed');
    back.searchParams.set('error', refusal);
  }
  return { location: back.href };
}

/** Takes the authorization that a `state` stands for; it is good once. */
async function takeAuthorization({ database }: Runtime, state = '') {
  const found = await database.authorization.findUnique({ where: { state: digestOf(state) } });
  const { count } = await database.authorization.deleteMany({
    where: { state: digestOf(state) },
  });
  if (!found || count === 0 || found.expires < new Date()) {
    throw new Problem(
      'authorization_expired',
      'This authorization is not known, has been used or has expired.',
    );
  }
  return found;
}

async function keep(
  { database, polls }: Runtime,
  { id }: Client,
  granted: ReturnType<typeof sealGrant>,
): Promise<void> {
  await database.client.update({
    where: { id },
    data: { ...granted, leaseHolder: null, leaseUntil: null },
  });
  await polls.start([{ id, data: { client: id } }]);
  await polls.hurry(id);
}
