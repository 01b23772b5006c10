import * as oauth from 'oauth4webapi';
import { SignInFailure } from '../sign-in-failure.js';
import { discover, requestOptions, telling } from './issuer.js';
import { redirectUri, takeBegun, type Begun, type KeptSession } from './kept.js';
import { tokensOf } from './tokens.js';

/**
 * Exchanges the code with which the issuer has led back. The code leaves the address bar, and what was begun is used
 * up, before anything else happens.
 */
export async function completeSignIn(): Promise<KeptSession & Pick<Begun, 'isKept'>> {
  const address = new URL(window.location.href);
  const begun = takeBegun(sessionStorage);
  history.replaceState(null, '', begun?.returnTo ?? '/console');
  if (!begun) {
    throw new SignInFailure(
      'This tab has not begun to sign in, or has done so before. Sign in again.',
    );
  }
  const { settings, state, nonce, verifier, isKept } = begun;
  const { server, client, host } = await discover(settings);
  return telling(host, async () => {
    const parameters = oauth.validateAuthResponse(server, client, address, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, oauth.None(), parameters, redirectUri(), verifier] as const),
      { ...requestOptions(settings), additionalParameters: settings.parameters },
    );
    const granted = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    return { settings, isKept, tokens: tokensOf(granted) };
  });
}
