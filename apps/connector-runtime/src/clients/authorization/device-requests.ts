import { authorizationTimeouts } from '@trellis/contracts';
import { query } from '@trellis/database';
import * as oauth from 'openid-client';
import {
  authorizationServer,
  isServerError,
  oauthErrorCode,
} from '../../oauth/authorization-server.js';
import { needsAuthorization } from '../../oauth/needs-authorization.js';
import { openSession, type Session } from '../../session.js';
import { acceptGrant } from './accept-grant.js';
import { authorized, deviceCodes } from './device.js';
import { claimDue, type DueRow } from './device-requests.sql.js';
import { verifierBinding } from './store-authorization.js';
import type { StoreNeeds } from './store-grant.js';

/** How many token requests are sent at once. */
const atOnce = 20;

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** The time that each `slow_down` adds to the interval (ms; RFC 8628, section 3.5). */
const slowDownMs = 5_000;

/** The longest interval after failed requests (ms). */
const maxIntervalMs = 60_000;

/**
 * Requests the tokens of device authorizations, each at its interval, until their end users have entered the code. All
 * state is in the database: another process continues.
 */
export async function requestDeviceTokens(needs: StoreNeeds): Promise<void> {
  const due = await query(needs.pool, claimDue, [atOnce, authorizationTimeouts.exchangeMs]);
  await Promise.all(due.map((row) => requestTokens(needs, row)));
}

async function requestTokens(needs: StoreNeeds, row: DueRow): Promise<void> {
  const { state, interval_ms: intervalMs } = row;
  const session = await openSession(needs, { key: BigInt(row.client_key) });
  // The instance may have another description by now.
  if (!session || !needsAuthorization(session)) return end(needs, state, 'server_error');
  const binding = verifierBinding(session.row.developer, state);
  const { device_code } = deviceCodes.parse(needs.sealing.open(binding, row.verifier));
  session.recording.addSecret(device_code);
  const answer = await exchange(session, device_code);
  if ('waitMs' in answer) {
    const next = Math.min(answer.waitMs(intervalMs), maxIntervalMs);
    return wait(needs, state, Math.max(next, intervalMs));
  }
  const acceptsOther = row.accepts_other_account;
  const error = await acceptGrant(needs, session, { ...answer, acceptsOther });
  await end(needs, state, error ?? authorized);
}

type Exchanged = Pick<Parameters<typeof acceptGrant>[2], 'exchange'>;

/** Sends one token request; returns its end, or how long to wait from now on. */
async function exchange(
  session: Session,
  device_code: string,
): Promise<Exchanged | { waitMs(before: number): number }> {
  const { record } = session.recording;
  const reach = { resolve: session.resolve, timeoutMs: authorizationTimeouts.exchangeMs, record };
  try {
    const server = authorizationServer(session, reach);
    const tokens = await oauth.genericGrantRequest(server, grantType, { device_code });
    return { exchange: async () => tokens };
  } catch (error) {
    if (!isServerError(error)) throw error;
    const code = oauthErrorCode(error);
    if (code === 'authorization_pending') return { waitMs: (before) => before };
    if (code === 'slow_down') return { waitMs: (before) => before + slowDownMs };
    // Without an answer, less often (RFC 8628, section 3.5).
    if (code === undefined) return { waitMs: (before) => before * 2 };
    return { exchange: () => Promise.reject(error) };
  }
}

async function wait({ database, clock }: StoreNeeds, state: string, intervalMs: number) {
  await database.authorization.updateMany({
    where: { state },
    data: { intervalMs, nextRequest: new Date(clock.now() + intervalMs) },
  });
}

/** Stores the outcome for the page, until the authorization expires. */
async function end({ database }: StoreNeeds, state: string, outcome: string): Promise<void> {
  await database.authorization.updateMany({
    where: { state },
    data: { outcome, nextRequest: null },
  });
}
