import { isProblem, Trellis, TrellisConnectionError } from '@trellis/client';
import * as oauth from 'oauth4webapi';
import { webAddress } from '../../api/references.js';
import { readClaims, SignInFailure, type Session } from '../session.js';
import { completeSignIn, discover, requestOptions, type Issuer } from './issuer.js';
import {
  forgetSession,
  storedSession,
  storeSession,
  type StoredSession,
  type Tokens,
} from './storage.js';
import { renewing, tokensOf } from './tokens.js';

type OnEnded = (failure: SignInFailure) => void;

export async function openRedirect(onEnded: OnEnded): Promise<Session> {
  const { isRemembered, ...session } = await completeSignIn();
  return open(session, isRemembered, onEnded);
}

export async function openStored(onEnded: OnEnded): Promise<Session> {
  const session = storedSession(sessionStorage);
  if (session) return open(session, true, onEnded);
  forgetSession(sessionStorage);
  throw new SignInFailure('Sign in again.');
}

async function open(
  stored: StoredSession,
  isRemembered: boolean,
  onEnded: OnEnded,
): Promise<Session> {
  const { settings, tokens } = stored;
  const issuer = await discover(settings);
  const { host } = issuer;
  const keep = (renewed: Tokens) => {
    latest = renewed;
    if (isRemembered) storeSession(sessionStorage, { settings, tokens: renewed });
  };
  let latest = tokens;
  const token = renewing({
    tokens,
    renew: (before) => renew(issuer, before),
    onRenewed: keep,
    end: () => {
      const failure = new SignInFailure('Your session has ended. Sign in again to continue.');
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

/** Renews tokens; returns undefined if the issuer rejects the refresh token. */
async function renew(
  { settings, server, client, host }: Issuer,
  before: Tokens,
): Promise<Tokens | undefined> {
  try {
    const answer = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      before.refreshToken!,
      { ...requestOptions(settings), additionalParameters: settings.parameters },
    );
    return tokensOf(await oauth.processRefreshTokenResponse(server, client, answer), before);
  } catch (error) {
    const isRefused =
      error instanceof oauth.ResponseBodyError ||
      error instanceof oauth.WWWAuthenticateChallengeError;
    if (isRefused) return undefined;
    throw new TrellisConnectionError(`No response from ${host}`, { cause: error });
  }
}

/** Throws if Trellis rejects the token, since every screen would fail. */
async function requireAccepted(token: string, host: string): Promise<void> {
  try {
    await new Trellis({ baseUrl: window.location.origin, token }).get('/changes');
  } catch (error) {
    if (!isProblem(error, 'invalid_token')) throw error;
    throw new SignInFailure(
      `Trellis does not accept the access tokens of ${host}. An operator has to check its audience.`,
    );
  }
}

/** Ends the session at the issuer (OpenID Connect RP-Initiated Logout), if the issuer has such a page. */
function endAtIssuer({ settings, server }: Issuer, { idToken }: Tokens): void {
  const page = webAddress(server.end_session_endpoint);
  if (!page) return;
  page.searchParams.set('client_id', settings.client_id);
  page.searchParams.set('post_logout_redirect_uri', `${window.location.origin}/console`);
  if (idToken) page.searchParams.set('id_token_hint', idToken);
  window.location.assign(page);
}
