import { isProblem, Trellis, TrellisConnectionError } from '@trellis/client';
import * as oauth from 'oauth4webapi';
import { readClaims } from '../claims.js';
import type { Session } from '../session.js';
import { SignInFailure } from '../sign-in-failure.js';
import { discover, requestOptions, webAddress, type Issuer } from './issuer.js';
import { forgetSession, keepSession, keptSession, type KeptSession, type Tokens } from './kept.js';
import { renewing, tokensOf } from './tokens.js';
import { completeSignIn } from './complete.js';

/** Told when the session has ended by itself. */
type OnEnded = (failure: SignInFailure) => void;

/** Opens the session of who was led back by the issuer. */
export async function openLedBack(onEnded: OnEnded): Promise<Session> {
  const { isKept, ...session } = await completeSignIn();
  return open(session, isKept, onEnded);
}

/** Opens the session of who wanted to stay signed in. */
export async function openKept(onEnded: OnEnded): Promise<Session> {
  const session = keptSession(sessionStorage);
  if (session) return open(session, true, onEnded);
  forgetSession(sessionStorage);
  throw new SignInFailure('Sign in again.');
}

async function open(kept: KeptSession, isKept: boolean, onEnded: OnEnded): Promise<Session> {
  const { settings, tokens } = kept;
  const issuer = await discover(settings);
  const { host } = issuer;
  const keep = (renewed: Tokens) => {
    latest = renewed;
    if (isKept) keepSession(sessionStorage, { settings, tokens: renewed });
  };
  let latest = tokens;
  const token = renewing({
    tokens,
    renew: (before) => renew(issuer, before),
    onRenewed: keep,
    end: () => {
      const failure = new SignInFailure('Your session has ended. Sign in again to go on.');
      onEnded(failure);
      return failure;
    },
  });
  const accessToken = await token({});
  await requireAccepted(accessToken, host);
  keep(latest);
  const { sub, scopes } = readClaims(accessToken);
  const trellis = new Trellis({ baseUrl: window.location.origin, token });
  const leave = () => endAtIssuer(issuer, latest);
  return { trellis, account: sub, scopes, identity: `${tokens.name} at ${host}`, leave };
}

/** Undefined when the issuer accepts the refresh token no longer. */
async function renew(
  { settings, server, client, host }: Issuer,
  before: Tokens,
): Promise<Tokens | undefined> {
  try {
    const answer = await oauth.refreshTokenGrantRequest(
      ...([server, client, oauth.None(), before.refreshToken!] as const),
      { ...requestOptions(settings), additionalParameters: settings.parameters },
    );
    return tokensOf(await oauth.processRefreshTokenResponse(server, client, answer), before);
  } catch (error) {
    const isRefused =
      error instanceof oauth.ResponseBodyError ||
      error instanceof oauth.WWWAuthenticateChallengeError;
    if (isRefused) return undefined;
    throw new TrellisConnectionError(`No answer from ${host}`, { cause: error });
  }
}

/** Whoever is let in with tokens that Trellis refuses would find every screen broken. */
async function requireAccepted(token: string, host: string): Promise<void> {
  try {
    await new Trellis({ baseUrl: window.location.origin, token }).get('/changes');
  } catch (error) {
    if (!isProblem(error, 'invalid_token')) throw error;
    throw new SignInFailure(
      `Trellis does not accept the access tokens of ${host}. An operator has to look at its audience.`,
    );
  }
}

/** Leads to where the session at the issuer ends (OpenID Connect RP-Initiated Logout), if it has such a page. */
function endAtIssuer({ settings, server }: Issuer, { idToken }: Tokens): void {
  const page = webAddress(server.end_session_endpoint);
  if (!page) return;
  page.searchParams.set('client_id', settings.client_id);
  page.searchParams.set('post_logout_redirect_uri', `${window.location.origin}/console`);
  if (idToken) page.searchParams.set('id_token_hint', idToken);
  window.location.assign(page);
}
