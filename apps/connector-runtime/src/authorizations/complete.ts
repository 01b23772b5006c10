import {
  authorizationTimeouts,
  Problem,
  type ConnectorsContract,
  type Handler,
  type Received,
} from '@trellis/contracts';
import type { Scheduler } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import * as oauth from 'openid-client';
import type { Database } from '../database.js';
import {
  authorizationServer,
  isServerError,
  oauthErrorCode,
  requireOAuth2,
  toConnectorFailure,
} from '../oauth/authorization-server.js';
import { sealGrant } from '../oauth/grant.js';
import type { PollData } from '../polling/schedule.js';
import { openSession, type Session, type SessionNeeds } from '../session.js';
import { digestOf } from './state.js';

interface Needs extends SessionNeeds {
  polls: Scheduler<PollData>;
  log: Pick<Logger, 'warn'>;
}

type Answer = Received<ConnectorsContract, 'authorizations.complete'>;

/**
 * Takes the answer of an authorization server (RFC 6749, section 4.1.2): exchanges the code, stores
 * the tokens and starts the polls of the client. The browser is redirected to the app's own address,
 * with `client_id` and either `status=authorized` or `error`.
 */
export const completeAuthorization: Handler<'authorizations.complete', Needs> = async (
  needs,
  answer,
) => {
  const { clientKey, verifier } = await consumeState(needs.database, answer.parameters.state);
  const session = await openSession(needs, { key: clientKey });
  if (!session) throw expired();
  const { id } = session.row;
  const redirect = new URL(requireOAuth2(session.connector).returnTo(session.instance));
  redirect.searchParams.set('client_id', id);
  try {
    const tokens = await exchangeCode(session, {
      answer,
      verifier: String(needs.sealing.open(verifier)),
    });
    await storeGrant(needs, id, sealGrant(needs.sealing, tokens));
    redirect.searchParams.set('status', 'authorized');
  } catch (error) {
    if (!isServerError(error)) throw error;
    const code = (oauthErrorCode(error) ?? 'server_error').slice(0, 64);
    // Not the error itself, which holds the response and with it perhaps tokens.
    const reason = toConnectorFailure(error).message;
    needs.log.warn({ client: id, code, reason }, 'authorization failed');
    redirect.searchParams.set('error', code);
  }
  return { location: redirect.href };
};

/** Takes the authorization that a `state` belongs to; each can be used once. */
async function consumeState(database: Database, state = '') {
  const where = { state: digestOf(state) };
  const found = await database.authorization.findUnique({ where });
  const { count } = await database.authorization.deleteMany({ where });
  if (!found || count === 0 || found.expires < new Date()) throw expired();
  return found;
}

const expired = () =>
  new Problem(
    'authorization_expired',
    'This authorization is not known, has been used or has expired.',
  );

function exchangeCode(
  session: Session,
  { answer, verifier }: { answer: Answer; verifier: string },
) {
  const reach = { resolve: session.resolve, timeoutMs: authorizationTimeouts.exchangeMs };
  const address = new URL(answer.redirect_uri);
  address.search = new URLSearchParams(answer.parameters).toString();
  return oauth.authorizationCodeGrant(authorizationServer(session, reach), address, {
    pkceCodeVerifier: verifier,
    expectedState: String(answer.parameters.state),
  });
}

async function storeGrant(
  { database, polls }: Needs,
  id: string,
  columns: ReturnType<typeof sealGrant>,
): Promise<void> {
  await database.client.update({
    where: { id },
    data: { ...columns, leaseHolder: null, leaseUntil: null },
  });
  await polls.start([{ id, data: { client: id } }]);
  await polls.runNow(id);
}
