import { ConnectorFailure } from '@trellis/connector-sdk';
import { removalTimeouts, type GivenUp } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import * as oauth from 'openid-client';
import {
  authorizationServer,
  isServerError,
  requireOAuth2,
  toConnectorFailure,
} from '../../oauth/authorization-server.js';
import { openGrant, type Grant } from '../../oauth/grant.js';
import { needsAuthorization } from '../../oauth/needs-authorization.js';
import { toFailure } from '../../polling/failure.js';
import { openSession, type Session, type SessionNeeds } from '../../session.js';

/**
 * Revokes the grant of a client before it is deleted (RFC 7009), if the authorization server supports it. Failures do
 * not block the removal, unless the database is down: the tokens are deleted either way. Returns the failure, for the
 * caller of a forced removal.
 */
export async function revokeGrant(
  needs: SessionNeeds & { log: Pick<Logger, 'warn'> },
  client: string,
): Promise<GivenUp | undefined> {
  try {
    const session = await openSession(needs, { id: client });
    if (!session || session.row.tokens === null) return undefined;
    await revokeTokens(session, openGrant(needs.sealing, session.row, session.row.tokens));
    return undefined;
  } catch (error) {
    // The removal cannot continue either, and is retried.
    if (databaseProblem(error)) throw error;
    // Errors of the server contain its response.
    const failure = isServerError(error) ? toConnectorFailure(error) : error;
    const cause =
      failure instanceof ConnectorFailure ? { reason: failure.message } : { err: error };
    needs.log.warn({ client, ...cause }, 'the grant of a removed client was not revoked');
    const detail = 'The authorization server did not revoke the grant.';
    return { step: 'grant', code: toFailure(failure).code, detail };
  }
}

/** Revokes tokens if the authorization server of the instance supports it. */
export async function revokeTokens(
  session: Session,
  { access_token, refresh_token = access_token }: Grant,
): Promise<void> {
  if (!needsAuthorization(session)) return;
  const { server } = requireOAuth2(session.connector);
  if (!server(session.instance).revocation_endpoint) return;
  const reach = { resolve: session.resolve, timeoutMs: removalTimeouts.revocationMs };
  await oauth.tokenRevocation(authorizationServer(session, reach), refresh_token);
}
