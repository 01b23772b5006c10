import * as oauth from 'oauth4webapi';
import { webAddress } from '../../api/web-address.js';
import { SignInFailure } from '../sign-in-failure.js';
import type { OpenIdSettings } from '../settings.js';

const timeoutMs = 15_000;

/** An external issuer (OpenID Connect Discovery), and the console as its public client. */
export interface Issuer {
  settings: OpenIdSettings;
  host: string;
  server: oauth.AuthorizationServer;
  client: oauth.Client;
}

const hostOf = ({ issuer }: Pick<OpenIdSettings, 'issuer'>) => new URL(issuer).host;

export async function discover(settings: OpenIdSettings): Promise<Issuer> {
  const issuer = new URL(settings.issuer);
  const host = hostOf(settings);
  if (!window.isSecureContext) {
    throw new SignInFailure(`Sign-in with ${host} requires https.`);
  }
  const server = await explaining(host, async () =>
    oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, requestOptions(settings)),
    ),
  );
  return { settings, host, server, client: { client_id: settings.client_id } };
}

/** Returns the options of requests to the issuer. The gateway accepts issuers without TLS on localhost only. */
export const requestOptions = ({ issuer }: OpenIdSettings) => ({
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  signal: AbortSignal.timeout(timeoutMs),
});

/** Returns the address of a page of the issuer; throws if it is missing or not http(s). */
export function pageOf({ host, server }: Issuer, name: 'authorization_endpoint'): URL {
  const url = webAddress(server[name]);
  if (!url) throw new SignInFailure(`${host} has no sign-in page.`);
  return url;
}

/** Runs a step of signing in. Turns errors into a {@link SignInFailure}. */
export async function explaining<Result>(
  host: string,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof SignInFailure) throw error;
    throw new SignInFailure(sentenceFor(host, error), { cause: error });
  }
}

function sentenceFor(host: string, error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError) {
    if (error.error === 'access_denied') return `${host} denied access.`;
    return `${host} denied access: ${error.error_description ?? error.error}`;
  }
  if (error instanceof oauth.ResponseBodyError) {
    return `${host} issued no tokens: ${error.error_description ?? error.error}`;
  }
  if (error instanceof TypeError || error instanceof DOMException) {
    return `${host} does not respond. Try again in a moment.`;
  }
  return `Sign-in with ${host} failed: ${error instanceof Error ? error.message : String(error)}`;
}
