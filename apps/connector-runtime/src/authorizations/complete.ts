import {
  authorizationTimeouts,
  Problem,
  type ConnectorsContract,
  type Handler,
  type Received,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Scheduler } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import * as oauth from 'openid-client';
import type { Pool } from 'pg';
import type { Database } from '../database.js';
import { forgetHooks } from '../hooks/hooks.sql.js';
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
  pool: Pool;
  polls: Scheduler<PollData>;
  log: Pick<Logger, 'warn'>;
}

type Answer = Received<ConnectorsContract, 'authorizations.complete'>;

/**
 * Takes the answer of an authorization server (RFC 6749, section 4.1.2): exchanges the code, stores
 * the tokens and starts the polls of the client. The browser is redirected to the app's own address,
 * or to the page on which the authorization began, with `client_id` and either `status=authorized` or `error`.
 */
export const completeAuthorization: Handler<'authorizations.complete', Needs> = async (
  needs,
  answer,
) => {
  const { clientKey, state, verifier, returnTo } = await consumeAuthorization(
    needs.database,
    answer,
  );
  const session = await openSession(needs, { key: clientKey });
  if (!session) throw expired();
  const { id, developer, subject } = session.row;
  const binding = { purpose: 'authorizations.verifier', developer, id: state } as const;
  const redirect = new URL(returnTo ?? requireOAuth2(session.connector).returnTo(session.instance));
  redirect.searchParams.set('client_id', id);
  try {
    const tokens = await exchangeCode(session, {
      answer,
      verifier: String(needs.sealing.open(binding, verifier)),
    });
    await storeGrant(needs, id, sealGrant(needs.sealing, session.row, tokens));
    redirect.searchParams.set('status', 'authorized');
  } catch (error) {
    if (!isServerError(error)) throw error;
    const code = (oauthErrorCode(error) ?? 'server_error').slice(0, 64);
    // Not the error itself, which holds the response and with it perhaps tokens.
    const reason = toConnectorFailure(error).message;
    needs.log.warn({ client: id, code, reason }, 'authorization failed');
    redirect.searchParams.set('error', code);
    return { location: redirect.href, client: id, developer, subject, error: code };
  }
  return { location: redirect.href, client: id, developer, subject };
};

/**
 * Takes the authorization that a `state` belongs to; each can be used once. A response that another
 * browser brings is refused: the end user there has never agreed to authorize this client, and may have
 * been led there by whoever began it (RFC 6749, section 10.12; RFC 9700, section 4.7).
 */
async function consumeAuthorization(database: Database, { parameters, browser }: Answer) {
  const where = { state: digestOf(parameters.state ?? '') };
  const found = await database.authorization.findUnique({ where });
  const { count } = await database.authorization.deleteMany({ where });
  if (!found || count === 0 || found.expires <= new Date()) throw expired();
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
  const reach = { resolve: session.resolve, timeoutMs: authorizationTimeouts.exchangeMs };
  const address = new URL(answer.redirect_uri);
  address.search = new URLSearchParams(answer.parameters).toString();
  return oauth.authorizationCodeGrant(authorizationServer(session, reach), address, {
    pkceCodeVerifier: verifier,
    expectedState: String(answer.parameters.state),
  });
}

async function storeGrant(
  { database, pool, polls }: Needs,
  id: string,
  columns: ReturnType<typeof sealGrant>,
): Promise<void> {
  await database.client.update({
    where: { id },
    data: { ...columns, leaseHolder: null, leaseUntil: null },
  });
  // The end user may have another account at the vendor now, which sends nothing yet.
  await query(pool, forgetHooks, [id]);
  await polls.start([{ id, data: { client: id } }]);
  await polls.runNow(id);
}
