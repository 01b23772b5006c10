import * as oauth from 'oauth4webapi';
import { webAddress } from '../../api/references.js';
import { SignInFailure } from '../session.js';
import type { OpenIdSettings } from '../settings.js';
import {
  isRedirect,
  redirectUri,
  storePending,
  takePending,
  type PendingSignIn,
  type StoredSession,
} from './storage.js';
import { tokensOf } from './tokens.js';

const timeoutMs = 15_000;

/** An external issuer (OpenID Connect Discovery), and the console as its public client. */
export interface Issuer {
  settings: OpenIdSettings;
  host: string;
  server: oauth.AuthorizationServer;
  client: oauth.Client;
}

export async function discover(settings: OpenIdSettings): Promise<Issuer> {
  const issuer = new URL(settings.issuer);
  const { host } = issuer;
  if (!window.isSecureContext) throw new SignInFailure(`Sign-in with ${host} requires https.`);
  const server = await explaining(host, async () => {
    const answer = await oauth.discoveryRequest(issuer, requestOptions(settings));
    return oauth.processDiscoveryResponse(issuer, answer);
  });
  return { settings, host, server, client: { client_id: settings.client_id } };
}

/** Returns the options of requests to the issuer. The gateway accepts issuers without TLS on localhost only. */
export const requestOptions = ({ issuer }: OpenIdSettings) => ({
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  signal: AbortSignal.timeout(timeoutMs),
});

/** Runs a step of signing in. Turns errors into a {@link SignInFailure}. */
async function explaining<Result>(host: string, step: () => Promise<Result>): Promise<Result> {
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

export async function beginSignIn(settings: OpenIdSettings, isRemembered: boolean): Promise<void> {
  const { host, server } = await discover(settings);
  const { pathname, search } = window.location;
  const pending: PendingSignIn = {
    settings,
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo: isRedirect(pathname) ? '/console' : pathname + search,
    isRemembered,
  };
  const challenge = await oauth.calculatePKCECodeChallenge(pending.verifier);
  storePending(sessionStorage, pending);
  const page = webAddress(server.authorization_endpoint);
  if (!page) throw new SignInFailure(`${host} has no sign-in page.`);
  window.location.assign(authorizationAddress(page, pending, challenge));
}

export function authorizationAddress(
  page: URL,
  { settings, state, nonce }: Pick<PendingSignIn, 'settings' | 'state' | 'nonce'>,
  challenge: string,
  redirect = redirectUri(),
): URL {
  const address = new URL(page);
  const parameters = {
    ...settings.parameters,
    response_type: 'code',
    client_id: settings.client_id,
    redirect_uri: redirect,
    scope: settings.scope,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address;
}

/**
 * Exchanges the code in the redirect of the issuer. Removes the code from the address bar and the pending sign-in from
 * storage first.
 */
export async function completeSignIn(): Promise<StoredSession & { isRemembered: boolean }> {
  const address = new URL(window.location.href);
  const pending = takePending(sessionStorage);
  history.replaceState(null, '', pending?.returnTo ?? '/console');
  if (!pending) throw new SignInFailure('No sign-in is pending in this tab. Sign in again.');
  const { settings, state, nonce, verifier, isRemembered } = pending;
  const { server, client, host } = await discover(settings);
  return explaining(host, async () => {
    const parameters = oauth.validateAuthResponse(server, client, address, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri(),
      verifier,
      { ...requestOptions(settings), additionalParameters: settings.parameters },
    );
    const granted = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    return { settings, isRemembered, tokens: tokensOf(granted) };
  });
}
