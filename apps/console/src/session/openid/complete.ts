import * as oauth from 'oauth4webapi';
import { SignInFailure } from '../sign-in-failure.js';
import { discover, requestOptions, explaining } from './issuer.js';
import { redirectUri, takePending, type PendingSignIn, type StoredSession } from './storage.js';
import { tokensOf } from './tokens.js';

/**
 * Exchanges the code in the redirect of the issuer. Removes the code from the address bar and the pending sign-in from
 * storage first.
 */
export async function completeSignIn(): Promise<
  StoredSession & Pick<PendingSignIn, 'isRemembered'>
> {
  const address = new URL(window.location.href);
  const pending = takePending(sessionStorage);
  history.replaceState(null, '', pending?.returnTo ?? '/console');
  if (!pending) {
    throw new SignInFailure('No sign-in is pending in this tab. Sign in again.');
  }
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
