import { createHash, randomBytes } from 'node:crypto';
import { raceSignal, registerHook, unregisterHook } from '@trellis/connector-sdk';
import { removalTimeouts, type GivenUp } from '@trellis/contracts';
import { query, databaseProblem } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { clientSubject } from '../log-subject.js';
import { toFailure } from '../polling/failure.js';
import type { HookState } from '../polling/read.sql.js';
import { openSession, type Session, type SessionNeeds } from '../session.js';
import { addHook, markRegistered, countHooks } from './hooks.sql.js';
import type { Runtime } from '../runtime.js';

interface HookNeeds extends Pick<Runtime, 'pool' | 'stopping' | 'log'> {
  /** Address at which vendors reach this installation; undefined when they cannot. */
  hookBase: string | undefined;
}

/** How long a vendor may take to register an address (ms). */
const registrationMs = 5_000;

/** When an address is registered again (ms): vendors drop addresses that did not answer for a while. */
const renewAfterMs = 24 * 60 * 60_000;

/** When a registration is repeated that the vendor did not accept (ms). */
const retryAfterMs = 60 * 60_000;

/** Returns whether an address of a client has to be registered now. */
export function isRegistrationDue(hook: HookState | null, base: string): boolean {
  if (!hook || hook.base !== base) return true;
  return hook.ageMs >= (hook.isRegistered ? renewAfterMs : retryAfterMs);
}

/**
 * Registers an address of the client's own at its vendor, which then reports changes there, if it is due and
 * supported. The previous address stays valid until the vendor has accepted the new one. A failure is only logged.
 */
export async function renewRegistration(
  { pool, hookBase, stopping, log }: HookNeeds,
  { row, connector, contextUntil }: Session,
  hook: HookState | null,
): Promise<void> {
  if (!connector.hook || hookBase === undefined || !isRegistrationDue(hook, hookBase)) return;
  const secret = newSecret();
  const digest = digestOf(secret);
  try {
    await query(pool, addHook, [digest, row.key, hookBase]);
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(registrationMs)]);
    const registering = registerHook(connector, contextUntil(signal), addressOf(hookBase, secret));
    // A token refresh ignores the signal and continues in the background.
    await raceSignal(signal, registering);
    await query(pool, markRegistered, [digest, row.key]);
  } catch (error) {
    // Not the error itself, which may contain the address.
    const { code, detail } = toFailure(error);
    log.warn({ ...clientSubject(row), code, detail }, 'hook not registered');
  }
}

/**
 * Unregisters the hook at the vendor before a client is deleted. Failures do not block the removal, unless the
 * database is down: the address is gone with the client either way. Returns the failure, for the caller of a forced
 * removal.
 */
export async function unregisterHookOf(
  needs: SessionNeeds & { pool: Pool; log: Pick<Logger, 'warn'> },
  { id, key }: { id: string; key: bigint },
): Promise<GivenUp | undefined> {
  try {
    const [hooks] = await query(needs.pool, countHooks, [key]);
    if (!hooks?.count) return undefined;
    const session = await openSession(needs, { id });
    if (!session?.connector.hook) return undefined;
    const signal = AbortSignal.timeout(removalTimeouts.unregistrationMs);
    // A token refresh ignores the signal and continues in the background.
    await raceSignal(signal, unregisterHook(session.connector, session.contextUntil(signal)));
    return undefined;
  } catch (error) {
    if (databaseProblem(error)) throw error;
    const { code, detail } = toFailure(error);
    const failure = { code, detail };
    needs.log.warn({ client: id, ...failure }, 'the hook of a removed client was not unregistered');
    return { step: 'hook', ...failure };
  }
}

/** Returns the address at which vendors reach this installation; undefined without TLS, or for a local address. */
export function reachableBase(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return undefined;
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' && !isLocal ? publicUrl : undefined;
}

/** Creates the secret part of an address, 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const addressOf = (base: string, secret: string): string =>
  `${base}/api/v1/connectors/hooks/${secret}`;

/** Returns the digest that is stored of a secret or an id (SHA-256, hexadecimal). */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
