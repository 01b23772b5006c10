import { ConnectorFailure } from '@trellis/connector-sdk';
import { authorizationTimeouts, plainText, Problem, type Handler } from '@trellis/contracts';
import * as oauth from 'openid-client';
import { z } from 'zod';
import type { Authorization } from '../../generated/prisma/client.js';
import {
  authorizationServer,
  isServerError,
  requireOAuth2,
  toConnectorFailure,
} from '../../oauth/authorization-server.js';
import { openSession, type Session, type SessionNeeds } from '../../session.js';
import { errorCodeFor, returnAddress } from './accept-grant.js';
import { digestOf } from './account.js';
import { storeAuthorization, verifierBinding, type Begun } from './store-authorization.js';

const webAddress = z.url({ protocol: /^https?$/ }).max(2_048);

/** The codes of a device authorization (RFC 8628, section 3.2): what the end user enters, and what tokens are for. */
export const deviceCodes = z.object({
  device_code: z.string().min(1).max(4_096),
  user_code: plainText.max(100),
  verification_uri: webAddress,
  verification_uri_complete: webAddress.optional().catch(undefined),
});

/** The outcome of an authorization that has succeeded; others are errors. */
export const authorized = 'authorized';

/** The time between token requests (s), by default and at most. */
const interval = { byDefault: 5, most: 60 };

const timing = z.object({
  expires_in: z.number().positive(),
  interval: z.number().positive().max(interval.most).catch(interval.byDefault),
});

/** Requests codes, which the end user enters at the vendor. Fails as an authorization does, at the app's address. */
export async function beginDevice(
  needs: SessionNeeds,
  session: Session,
  begun: Begun,
): Promise<{ location?: string }> {
  try {
    const answer = await requestCodes(session);
    const codes = deviceCodes.safeParse(answer);
    const times = timing.safeParse(answer);
    if (!codes.success || !times.success) throw new oauth.ClientError('There are no codes.');
    const { interval: seconds, expires_in } = times.data;
    const intervalMs = Math.ceil(seconds * 1_000);
    const now = needs.clock.now();
    // Only the last codes are shown to somebody.
    await needs.database.authorization.deleteMany({
      where: { clientKey: session.row.key, intervalMs: { not: null } },
    });
    await storeAuthorization(needs, session, {
      ...begun,
      verifier: codes.data,
      intervalMs,
      nextRequest: new Date(now + intervalMs),
      expires: new Date(now + Math.min(expires_in * 1_000, authorizationTimeouts.endUserMs)),
    });
    return {};
  } catch (error) {
    if (!isServerError(error)) throw error;
    return failed(session, begun, error);
  }
}

function requestCodes(session: Session) {
  const { scopes } = requireOAuth2(session.connector);
  const scope = scopes(session.client, session.instance).join(' ');
  const { record } = session.recording;
  const reach = { resolve: session.resolve, timeoutMs: authorizationTimeouts.exchangeMs, record };
  const server = authorizationServer(session, reach);
  return oauth.initiateDeviceAuthorization(server, scope === '' ? {} : { scope });
}

function failed(session: Session, { returnTo }: Begun, error: unknown): { location: string } {
  const location = returnAddress(session, { returnTo, error: errorCodeFor(error) });
  if (location !== undefined) return { location };
  const { message } = toConnectorFailure(error);
  const isOver = error instanceof ConnectorFailure;
  throw new Problem(isOver ? 'unavailable' : 'remote_misconfigured', message);
}

/** Returns a device authorization to the browser that began it: what to enter where, or the outcome. */
export const readDevice: Handler<'authorizations.read_device', SessionNeeds> = async (
  needs,
  of,
) => {
  const { begun, session } = await requireDevice(needs, of);
  const { developer, connectorType: connector_type_id } = session.row;
  const { outcome, state, verifier, expires, returnTo } = begun;
  const shown = { developer, connector_type_id, expires: expires.toISOString() };
  if (outcome !== null) {
    const error = outcome === authorized ? undefined : outcome;
    return { ...shown, ended: { error, location: returnAddress(session, { returnTo, error }) } };
  }
  const binding = verifierBinding(developer, state);
  const codes = deviceCodes.parse(needs.sealing.open(binding, verifier));
  return { ...shown, codes: deviceCodes.omit({ device_code: true }).parse(codes) };
};

/** Ends a device authorization that the end user has abandoned. */
export const cancelDevice: Handler<'authorizations.cancel_device', SessionNeeds> = async (
  needs,
  of,
) => {
  const { begun, session } = await requireDevice(needs, of);
  const where = { state: begun.state, outcome: null };
  await needs.database.authorization.deleteMany({ where });
  return { location: returnAddress(session, { returnTo: begun.returnTo, error: 'access_denied' }) };
};

/** Returns the device authorization of a `state`; throws `authorization_expired`, also for another browser. */
async function requireDevice(
  needs: SessionNeeds,
  { state, browser }: { state: string; browser?: string | undefined },
): Promise<{ begun: Authorization; session: Session }> {
  const { database, clock } = needs;
  const begun = await database.authorization.findUnique({ where: { state: digestOf(state) } });
  const isOwn = begun && begun.intervalMs !== null && begun.browser === (browser ?? '');
  const isOpen = isOwn && begun.expires.getTime() > clock.now();
  const session = isOpen && (await openSession(needs, { key: begun.clientKey }));
  if (!session) {
    throw new Problem('authorization_expired', 'The code has expired, or another one is valid.');
  }
  return { begun, session };
}
