import { Unavailable } from '@trellis/connector-sdk';
import { authorizationTimeouts } from '@trellis/contracts';
import type { IDToken } from 'openid-client';
import { byEndUser, recordOperation } from '../../activity/record.js';
import {
  isServerError,
  oauthErrorCode,
  requireOAuth2,
  toConnectorFailure,
} from '../../oauth/authorization-server.js';
import type { Session } from '../../session.js';
import { readAccount } from './account.js';
import { returnGrant, storeGrant, type StoreNeeds } from './store-grant.js';

interface Tokens {
  access_token: string;
  refresh_token?: string | undefined;
  id_token?: string | undefined;
  expires_in?: number | undefined;
  claims(): IDToken | undefined;
}

interface Granted {
  /** Requests the tokens, or throws an error of the authorization server. */
  exchange(): Promise<Tokens>;
  /** Whether the end user accepts another account than before. */
  acceptsOther: boolean;
}

/** Stores the tokens of a client, and starts its polls; returns the error for the app, if any. */
export async function acceptGrant(
  needs: StoreNeeds,
  session: Session,
  { exchange, acceptsOther }: Granted,
): Promise<string | undefined> {
  const startedAt = performance.now();
  const record = (failure?: { code: string; detail: string }) =>
    recordOperation(needs, session, {
      kind: 'authorization',
      startedAt,
      startedBy: byEndUser,
      failure,
    });
  try {
    const signal = AbortSignal.timeout(authorizationTimeouts.exchangeMs);
    const tokens = await exchange();
    for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token]) {
      if (token) session.recording.addSecret(token);
    }
    const account = await readAccount(needs, session, tokens, signal);
    const given = { tokens, account, acceptsOther };
    if (await storeGrant(needs, session, given)) {
      record();
      return undefined;
    }
    await returnGrant(needs, session, given);
    record({ code: 'other_account', detail: 'Another account than before was authorized.' });
    return 'other_account';
  } catch (error) {
    if (!isServerError(error)) throw error;
    const code = errorCodeFor(error);
    // Not the error itself, which contains the response and perhaps tokens.
    const reason = toConnectorFailure(error).message;
    record({ code, detail: reason });
    needs.log.warn({ client: session.row.id, code, reason }, 'authorization failed');
    return code;
  }
}

/** Returns a code of RFC 6749 (section 4.1.2.1) or RFC 8628 (section 3.5) that tells whether to try again. */
export const errorCodeFor = (error: unknown): string =>
  (
    oauthErrorCode(error) ??
    (error instanceof Unavailable ? 'temporarily_unavailable' : 'server_error')
  ).slice(0, 64);

/** Returns the address to which the browser returns with the outcome, if one was given. */
export function returnAddress(
  { connector, instance, row: { id } }: Session,
  { returnTo, error }: { returnTo: string | null; error: string | undefined },
): string | undefined {
  const address = returnTo ?? requireOAuth2(connector).returnTo(instance);
  if (address === undefined) return undefined;
  const url = new URL(address);
  url.searchParams.set('client_id', id);
  if (error === undefined) url.searchParams.set('status', 'authorized');
  else url.searchParams.set('error', error);
  return url.href;
}
