import {
  authorizationTimeouts,
  Problem,
  type ConnectorsContract,
  type Handler,
  type Received,
} from '@trellis/contracts';
import * as oauth from 'openid-client';
import { authorizationServer } from '../../oauth/authorization-server.js';
import { needsAuthorization } from '../../oauth/needs-authorization.js';
import { openSession, type Session } from '../../session.js';
import { acceptGrant, returnAddress } from './accept-grant.js';
import { digestOf } from './account.js';
import { verifierBinding } from './store-authorization.js';
import type { StoreNeeds } from './store-grant.js';

type Answer = Received<ConnectorsContract, 'authorizations.complete'>;

/**
 * Completes an authorization with the server's response (RFC 6749, section 4.1.2): exchanges the code, stores the tokens
 * and starts the polls of the client. Redirects the browser to the app's address, or to the page on which the
 * authorization began, with `client_id` and either `status=authorized` or `error`.
 */
export const completeAuthorization: Handler<'authorizations.complete', StoreNeeds> = async (
  needs,
  answer,
) => {
  const begun = await consumeAuthorization(needs, answer);
  const session = await openSession(needs, { key: begun.clientKey });
  if (!session || !needsAuthorization(session)) throw expired();
  const { id, developer, subject } = session.row;
  const binding = verifierBinding(developer, begun.state);
  const verifier = String(needs.sealing.open(binding, begun.verifier));
  session.recording.addSecret(verifier);
  const error = await acceptGrant(needs, session, {
    exchange: () => exchangeCode(session, { answer, verifier }),
    acceptsOther: begun.acceptsOtherAccount,
  });
  const location = returnAddress(session, { returnTo: begun.returnTo, error });
  // Only a device authorization may have none.
  if (location === undefined) throw expired();
  return { location, client: id, developer, subject, error };
};

/**
 * Reads and deletes the authorization of a `state`, which can be used once. Refuses a response from another browser:
 * its user never agreed to authorize this client, and may have been lured there by the one who began (RFC 6749, section
 * 10.12; RFC 9700, section 4.7).
 */
async function consumeAuthorization(
  { database, clock }: StoreNeeds,
  { parameters, browser }: Answer,
) {
  const where = { state: digestOf(parameters.state ?? '') };
  const found = await database.authorization.findUnique({ where });
  const { count } = await database.authorization.deleteMany({ where });
  if (!found || count === 0 || found.intervalMs !== null || found.expires.getTime() <= clock.now())
    throw expired();
  if (found.browser === null || found.browser !== browser) throw otherBrowser();
  return found;
}

const expired = () =>
  new Problem(
    'authorization_expired',
    'This authorization is not known, has been used or has expired.',
  );

const otherBrowser = () =>
  new Problem(
    'other_browser',
    'Only the browser that began this authorization can complete it. Begin again.',
  );

function exchangeCode(
  session: Session,
  { answer, verifier }: { answer: Answer; verifier: string },
) {
  const { record } = session.recording;
  const reach = { resolve: session.resolve, timeoutMs: authorizationTimeouts.exchangeMs, record };
  const address = new URL(answer.redirect_uri);
  address.search = new URLSearchParams(answer.parameters).toString();
  return oauth.authorizationCodeGrant(authorizationServer(session, reach), address, {
    pkceCodeVerifier: verifier,
    expectedState: String(answer.parameters.state),
  });
}
