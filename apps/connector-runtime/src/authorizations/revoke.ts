import * as oauth from 'openid-client';
import { connectorOf } from '../descriptions/describe.js';
import { uncountedHttp, type ClientOfInstance } from '../remote/context.js';
import type { Runtime } from '../runtime.js';
import { openChecked } from '../secrets/configuration.js';
import { needsAuthorization, providerOf } from './provider.js';
import { openGrant } from './tokens.js';

/** Time for the provider to take the grant back (ms). */
const revocationTimeout = 1_000;

/**
 * Gives the grant of a client that is removed back to the provider (RFC 7009), where it takes that.
 * A provider that is away must not keep the client: its tokens are forgotten either way.
 */
export async function revokeGrant(runtime: Runtime, client: ClientOfInstance): Promise<void> {
  const { sealing, connectors, log } = runtime;
  const connector = connectorOf(connectors, client.connectorType);
  if (!needsAuthorization(connector) || client.tokens === null) return;
  const instance = openChecked(sealing, connector.instance.schema, client.instance.configuration);
  if (!connector.oauth2.server(instance).revocation_endpoint) return;
  const { access_token, refresh_token = access_token } = openGrant(runtime, client.tokens);
  try {
    const http = uncountedHttp(runtime, AbortSignal.timeout(revocationTimeout));
    await oauth.tokenRevocation(providerOf(connector, instance, http), refresh_token);
  } catch {
    log.warn({ client: client.id }, 'the provider has not taken the grant back');
  }
}
