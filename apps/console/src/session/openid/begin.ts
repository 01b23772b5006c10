import * as oauth from 'oauth4webapi';
import type { OpenIdSettings } from '../settings.js';
import { discover, pageOf } from './issuer.js';
import { isLedBack, keepBegun, redirectUri, type Begun } from './kept.js';

/** Leaves the page for that of the issuer: authorization code with PKCE, as a public client (RFC 9700). */
export async function beginSignIn(settings: OpenIdSettings, isKept: boolean): Promise<void> {
  const issuer = await discover(settings);
  const { pathname, search } = window.location;
  const begun: Begun = {
    settings,
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo: isLedBack(pathname) ? '/console' : pathname + search,
    isKept,
  };
  const challenge = await oauth.calculatePKCECodeChallenge(begun.verifier);
  keepBegun(sessionStorage, begun);
  const page = pageOf(issuer, 'authorization_endpoint');
  window.location.assign(authorizationAddress(page, begun, challenge));
}

/** The address of the page, with what is asked for. */
export function authorizationAddress(
  page: URL,
  { settings, state, nonce }: Pick<Begun, 'settings' | 'state' | 'nonce'>,
  challenge: string,
  redirect = redirectUri(),
): URL {
  const address = new URL(page);
  const parameters = {
    ...settings.parameters,
    ...{ response_type: 'code', client_id: settings.client_id, redirect_uri: redirect },
    ...{ scope: settings.scope, state, nonce },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address;
}
