import * as oauth from 'oauth4webapi';
import { SignInFailure } from '../sign-in-failure.js';
import type { OpenIdSettings } from '../settings.js';

/** The longest that an issuer may take to answer (ms). */
const timeoutMs = 15_000;

/** An external issuer, as it describes itself (OpenID Connect Discovery), and the console as its public client. */
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
    throw new SignInFailure(`Signing in with ${host} needs a page with TLS (https).`);
  }
  const server = await telling(host, async () =>
    oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, requestOptions(settings)),
    ),
  );
  return { settings, host, server, client: { client_id: settings.client_id } };
}

/** For requests to the issuer. The gateway allows one without TLS on localhost alone. */
export const requestOptions = ({ issuer }: OpenIdSettings) => ({
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  signal: AbortSignal.timeout(timeoutMs),
});

/** An address of the issuer for the browser; throws if it has none, or one that is no web address. */
export function pageOf({ host, server }: Issuer, name: 'authorization_endpoint'): URL {
  const url = webAddress(server[name]);
  if (!url) throw new SignInFailure(`${host} has no page for signing in.`);
  return url;
}

export function webAddress(text: string | undefined): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Runs a step of signing in; what goes wrong is told as a sentence. */
export async function telling<Result>(host: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof SignInFailure) throw error;
    throw new SignInFailure(sentenceFor(host, error), { cause: error });
  }
}

function sentenceFor(host: string, error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError) {
    if (error.error === 'access_denied') return `${host} has not let you in.`;
    return `${host} has not let you in: ${error.error_description ?? error.error}`;
  }
  if (error instanceof oauth.ResponseBodyError) {
    return `${host} has issued no tokens: ${error.error_description ?? error.error}`;
  }
  if (error instanceof TypeError || error instanceof DOMException) {
    return `${host} does not answer this page. Try again in a moment.`;
  }
  return `Signing in with ${host} failed: ${error instanceof Error ? error.message : String(error)}`;
}
