import { authorizationTimeouts, Problem, type Handler } from '@trellis/contracts';
import * as oauth from 'openid-client';
import { z } from 'zod';
import {
  authorizationServer,
  isByDeviceCode,
  requireOAuth2,
} from '../../oauth/authorization-server.js';
import { needsAuthorization, authorizesClients } from '../../oauth/needs-authorization.js';
import { openSession, type Session, type SessionNeeds } from '../../session.js';
import type { Runtime } from '../../runtime.js';
import { requireVisibleClient } from '../visible.js';
import { beginDevice } from './device.js';
import { storeAuthorization } from './store-authorization.js';

/**
 * Begins the authorization of a ticket, with a single-use `state` and PKCE (RFC 7636). Only the same browser can
 * complete it.
 */
export const redeemTicket: Handler<'authorizations.begin', SessionNeeds> = async (
  needs,
  { ticket, redirect_uri, browser, accept_other_account: acceptsOtherAccount = false, prompt },
) => {
  const opened = openTicket(needs, ticket);
  const session = opened && (await openSession(needs, { id: opened.client }));
  if (!session || !needsAuthorization(session)) {
    throw new Problem('not_found', 'This address has expired; the client has a new one.');
  }
  const state = oauth.randomState();
  const { returnTo = null } = opened;
  const given = { state, browser, returnTo, acceptsOtherAccount };
  if (isByDeviceCode(session)) return { state, ...(await beginDevice(needs, session, given)) };
  const verifier = oauth.randomPKCECodeVerifier();
  await storeAuthorization(needs, session, { ...given, verifier });
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  return { location: addressOf(session, { redirect_uri, state, challenge, prompt }), state };
};

interface Requested {
  redirect_uri: string;
  state: string;
  challenge: string;
  prompt: 'login' | undefined;
}

/** Returns the address at the authorization server for the end user's browser. */
function addressOf(session: Session, { challenge, prompt, ...parameters }: Requested): string {
  const { authorizationParameters, scopes } = requireOAuth2(session.connector);
  const scope = scopes(session.client, session.instance).join(' ');
  const reach = { resolve: session.resolve, timeoutMs: authorizationTimeouts.exchangeMs };
  return oauth.buildAuthorizationUrl(authorizationServer(session, reach), {
    ...authorizationParameters,
    ...(prompt && { prompt: [authorizationParameters?.prompt, prompt].filter(Boolean).join(' ') }),
    ...parameters,
    ...(scope !== '' && { scope }),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).href;
}

type Needs = Pick<Runtime, 'database' | 'registry' | TicketNeeds>;

/** Creates a ticket to authorize a client, for the first time or again. It continues as before until that succeeds. */
export const authorizeAgain: Handler<'connect.authorize', Needs> = async (
  { database, registry, ...needs },
  { return_to: returnTo, ...on },
) => {
  const { id, connectorType, instance } = await requireVisibleClient(database, on);
  if (!authorizesClients(registry.get(connectorType), instance)) {
    throw new Problem('invalid_request', 'Clients of this instance need no authorization.');
  }
  return { ticket: createTicket(needs, id, returnTo) };
};

type TicketNeeds = 'sealing' | 'clock';

/** How long a ticket can be used. */
const ticketLifetimeMs = 60 * 60_000;

const binding = { purpose: 'authorization-ticket' } as const;

const ticket = z.object({
  client: z.string(),
  expires: z.number(),
  /** Final address of the browser, if not that of the instance. */
  returnTo: z.string().optional(),
});

/** Creates a text that lets its bearer begin the authorization of a client for a while. */
export function createTicket(
  { sealing, clock }: Pick<Runtime, TicketNeeds>,
  client: string,
  returnTo?: string,
): string {
  return sealing.seal(binding, { client, expires: clock.now() + ticketLifetimeMs, returnTo });
}

/** Opens a ticket; `undefined` when it is forged or expired. */
export function openTicket(
  { sealing, clock }: Pick<Runtime, TicketNeeds>,
  text: string,
): { client: string; returnTo?: string | undefined } | undefined {
  try {
    const opened = ticket.parse(sealing.open(binding, text));
    return opened.expires > clock.now() ? opened : undefined;
  } catch {
    return undefined;
  }
}
