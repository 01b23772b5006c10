import * as oauth from 'oauth4webapi';
import type { OpenIdSettings } from '../settings.js';
import { discover, pageOf } from './issuer.js';
import { isRedirect, storePending, redirectUri, type PendingSignIn } from './storage.js';

export async function beginSignIn(settings: OpenIdSettings, isRemembered: boolean): Promise<void> {
  const issuer = await discover(settings);
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
  const page = pageOf(issuer, 'authorization_endpoint');
  window.location.assign(authorizationAddress(page, pending, challenge));
}

/** Returns the address of the authorization page with its parameters. */
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
