import { Problem } from '@trellis/contracts';
import type { Bearer, Exchange, Operation } from '@trellis/operations';
import { readConnectSession, sessionRevoked } from './connect-session.js';
import { openTicket } from './ticket.js';
import { mcpScopes } from './mcp.js';
import { invalidToken } from './token-faults.js';
import type { VerifyToken } from './token.js';
import type { Services } from '../operation.js';
import { readPersonSession } from './person-session.js';

export async function readBearer(
  { access: { scope, acceptsTicket, metadataPath } }: Operation,
  exchange: Exchange,
  { services, verifyToken }: { services: Services; verifyToken: VerifyToken },
): Promise<Bearer> {
  const {
    headers: { authorization },
    params,
    sentQuery: { ticket },
  } = exchange;
  const { issuer, issueToken, hrefs, sealing, connectors } = services;
  if (acceptsTicket && authorization === undefined && typeof ticket === 'string') {
    return readTicket(sealing, { thing: params.id, ticket });
  }
  if (scope === 'person') return readPersonSession(exchange, services);
  if (scope === 'connect session') {
    const bearer = readConnectSession(sealing, authorization);
    const { developer, app: client_id, connect } = bearer;
    const session = connect.stored && connect.id;
    const { revoked } = await connectors('apps.read_revocation', { developer, client_id, session });
    if (revoked) throw sessionRevoked();
    return bearer;
  }
  try {
    const bearer = await verifyToken(authorization);
    // Operations that a message calls have no metadata of their own.
    if (bearer.isForMcp && !metadataPath && !exchange.isInner) {
      throw invalidToken('wrong_audience');
    }
    return bearer;
  } catch (error) {
    if (metadataPath && error instanceof Problem && error.code === 'invalid_token') {
      if (issueToken ?? issuer) error.extras.resource_metadata = `${hrefs.base}${metadataPath}`;
      if (issueToken) error.extras.scope = mcpScopes.join(' ');
    }
    throw error;
  }
}

/** Tickets are for one thing, or for the stream of all. */
function readTicket(
  sealing: Services['sealing'],
  { thing, ticket: text }: { thing: string | undefined; ticket: string },
): Bearer {
  const ticket = openTicket(sealing, text);
  if (!ticket || ticket.thing !== thing) {
    throw invalidToken('expired', 'The ticket has expired or is for another stream.');
  }
  const { developer, subject, app, expiresAt } = ticket;
  return { developer, app, subject, scopes: ['svc.things.read'], expiresAt, isTicket: true };
}
