import { authorizationTimeouts, Problem, type Handler } from '@trellis/contracts';
import * as oauth from 'openid-client';
import { authorizationServer, requireOAuth2 } from '../oauth/authorization-server.js';
import { openSession, type Session, type SessionNeeds } from '../session.js';
import { digestOf } from './state.js';
import { openTicket } from './ticket.js';

/** How long an end user may take at the authorization server. */
const authorizationLifetimeMs = 10 * 60_000;

/** Begins the authorization for which a ticket was issued. */
export const redeemTicket: Handler<'authorizations.begin', SessionNeeds> = async (
  needs,
  { ticket, redirect_uri },
) => {
  const id = openTicket(needs.sealing, ticket);
  const session = id === undefined ? undefined : await openSession(needs, { id });
  if (!session) {
    throw new Problem('not_found', 'This address has expired; the client has a new one.');
  }
  return { location: await beginAuthorization(needs, session, redirect_uri) };
};

/**
 * Begins the authorization of a client, with a single-use `state` and PKCE (RFC 7636). Returns the
 * address of the authorization server to which the end user's browser has to go.
 */
export async function beginAuthorization(
  { database, sealing }: Pick<SessionNeeds, 'database' | 'sealing'>,
  session: Session,
  redirectUri: string,
): Promise<string> {
  const { row, client, resolve } = session;
  const { authorizationParameters, scopes } = requireOAuth2(session.connector);
  const state = oauth.randomState();
  const verifier = oauth.randomPKCECodeVerifier();
  await database.authorization.deleteMany({
    where: { clientKey: row.key, expires: { lt: new Date() } },
  });
  await database.authorization.create({
    data: {
      state: digestOf(state),
      clientKey: row.key,
      verifier: sealing.seal(verifier),
      expires: new Date(Date.now() + authorizationLifetimeMs),
    },
  });
  const reach = { resolve, timeoutMs: authorizationTimeouts.exchangeMs };
  const address = oauth.buildAuthorizationUrl(authorizationServer(session, reach), {
    ...authorizationParameters,
    redirect_uri: redirectUri,
    scope: scopes(client).join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return address.href;
}
