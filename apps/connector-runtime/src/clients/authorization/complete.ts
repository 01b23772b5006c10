import { Unavailable } from '@trellis/connector-sdk';
import {
  authorizationTimeouts,
  Problem,
  type ConnectorsContract,
  type Handler,
  type Received,
} from '@trellis/contracts';
import * as oauth from 'openid-client';
import type { Authorization } from '../../generated/prisma/client.js';
import {
  authorizationServer,
  isServerError,
  oauthErrorCode,
  requireOAuth2,
  toConnectorFailure,
} from '../../oauth/authorization-server.js';
import { byEndUser, recordOperation } from '../../activity/record.js';
import { needsAuthorization } from '../../oauth/needs-authorization.js';
import { openSession, type Session } from '../../session.js';
import { readAccount, digestOf } from './account.js';
import { returnGrant, storeGrant, type StoreNeeds } from './store-grant.js';

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
  const redirect = new URL(
    begun.returnTo ?? requireOAuth2(session.connector).returnTo(session.instance),
  );
  redirect.searchParams.set('client_id', id);
  const error = await exchangeGrant(needs, session, { answer, begun });
  if (error === undefined) redirect.searchParams.set('status', 'authorized');
  else redirect.searchParams.set('error', error);
  return {
    location: redirect.href,
    client: id,
    developer,
    subject,
    error,
  };
};

interface Given {
  answer: Answer;
  begun: Authorization;
}

/** Exchanges the code and stores the tokens; returns the error for the app, if any. */
async function exchangeGrant(
  needs: StoreNeeds,
  session: Session,
  { answer, begun }: Given,
): Promise<string | undefined> {
  const { id, developer } = session.row;
  const binding = { purpose: 'authorizations.verifier', developer, id: begun.state } as const;
  const verifier = String(needs.sealing.open(binding, begun.verifier));
  const startedAt = performance.now();
  const record = (failure?: { code: string; detail: string }) =>
    recordOperation(needs, session, {
      kind: 'authorization',
      startedAt,
      startedBy: byEndUser,
      failure,
    });
  session.recording.addSecret(verifier);
  try {
    const signal = AbortSignal.timeout(authorizationTimeouts.exchangeMs);
    const tokens = await exchangeCode(session, { answer, verifier });
    for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token]) {
      if (token) session.recording.addSecret(token);
    }
    const account = await readAccount(needs, session, tokens, signal);
    const given = { tokens, account, acceptsOther: begun.acceptsOtherAccount };
    if (await storeGrant(needs, session, given)) {
      record();
      return undefined;
    }
    await returnGrant(needs, session, given);
    record({ code: 'other_account', detail: 'Another account than before was authorized.' });
    return 'other_account';
  } catch (error) {
    if (!isServerError(error)) throw error;
    const code = (oauthErrorCode(error) ?? serverErrorCode(error)).slice(0, 64);
    // Not the error itself, which contains the response and perhaps tokens.
    const reason = toConnectorFailure(error).message;
    record({ code, detail: reason });
    needs.log.warn({ client: id, code, reason }, 'authorization failed');
    return code;
  }
}

/** Returns a code of RFC 6749, section 4.1.2.1, that tells whether to try again. */
const serverErrorCode = (error: unknown) =>
  error instanceof Unavailable ? 'temporarily_unavailable' : 'server_error';

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
  if (!found || count === 0 || found.expires.getTime() <= clock.now()) throw expired();
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
