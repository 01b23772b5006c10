import { Problem } from '@trellis/contracts';
import type { Request } from 'express';
import { readConnectSession, sessionOver } from './connect-session.js';
import type { Identified, Operation } from './operation.js';
import type { Services } from './services.js';
import { openTicket } from './ticket.js';
import type { Bearer, VerifyToken } from './token.js';

/** The token or the connect session of a request, or nobody's where its operation is public. */
export async function readBearer(
  { access, metadataPath }: Operation,
  { headers: { authorization } }: Request,
  { services, verifyToken }: { services: Services; verifyToken: VerifyToken },
): Promise<Bearer> {
  const { issuer, hrefs, sealing, isRevoked } = services;
  if (access === 'public') return nobody;
  if (access === 'connect session') {
    const bearer = readConnectSession(sealing, authorization);
    const { developer, app: client_id } = bearer;
    if (await isRevoked({ developer, client_id })) throw sessionOver();
    return bearer;
  }
  try {
    return await verifyToken(authorization);
  } catch (error) {
    if (metadataPath && issuer !== undefined && error instanceof Problem) {
      error.extras.resource_metadata = `${hrefs.base}${metadataPath}`;
    }
    throw error;
  }
}

/** Who acts: an app, also for an end user, or the end user on the page of a connect session. */
export const actorOf = ({ app, subject, connect }: Bearer): Identified['actor'] =>
  connect ? { type: 'subject', id: subject! } : { type: 'app', id: app };

const nobody: Bearer = { developer: 'nobody', app: 'nobody', scopes: [], expiresAt: 0 };

/** The ticket in the query, which counts when there is no access token. */
export function readTicket(
  { sealing }: Services,
  given: { thing: string | undefined; ticket: unknown; request: Request },
) {
  const { authorization } = given.request.headers;
  if (authorization !== undefined || typeof given.ticket !== 'string') return undefined;
  const ticket = openTicket(sealing, given.ticket);
  if (!ticket || ticket.thing !== given.thing) {
    throw new Problem('invalid_token', 'The ticket has expired or is for another stream.');
  }
  const { developer, subject, isBound, app = 'ticket', expiresAt } = ticket;
  const bearer: Bearer = {
    ...{ developer, app, scopes: ['svc.things.read'], expiresAt },
    ...(isBound && subject !== undefined && { subject }),
  };
  return { bearer, subject };
}
