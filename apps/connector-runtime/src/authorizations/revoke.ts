import { removalTimeouts } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import * as oauth from 'openid-client';
import {
  authorizationServer,
  isServerError,
  requireOAuth2,
  toConnectorFailure,
} from '../oauth/authorization-server.js';
import { openGrant } from '../oauth/grant.js';
import { openSession, type SessionNeeds } from '../session.js';

/**
 * Revokes the grant of a client that is being removed (RFC 7009), where the authorization server
 * supports it. Unless the database is down, no failure here blocks the removal: the tokens are deleted
 * either way.
 */
export async function revokeGrant(
  needs: SessionNeeds & { log: Pick<Logger, 'warn'> },
  client: string,
): Promise<void> {
  try {
    const session = await openSession(needs, { id: client });
    if (!session || session.row.tokens === null) return;
    const { server } = requireOAuth2(session.connector);
    if (!server(session.instance).revocation_endpoint) return;
    const { access_token, refresh_token = access_token } = openGrant(
      needs.sealing,
      session.row,
      session.row.tokens,
    );
    const reach = { resolve: session.resolve, timeoutMs: removalTimeouts.revocationMs };
    await oauth.tokenRevocation(authorizationServer(session, reach), refresh_token);
  } catch (error) {
    // The removal cannot go on either, and is retried.
    if (databaseProblem(error)) throw error;
    // Errors of the server hold its response.
    const cause = isServerError(error)
      ? { reason: toConnectorFailure(error).message }
      : { err: error };
    needs.log.warn({ client, ...cause }, 'the grant of a removed client was not revoked');
  }
}
