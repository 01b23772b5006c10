import { raceSignal, registerHook } from '@trellis/connector-sdk';
import { query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { clientSubject } from '../log-subject.js';
import { toFailure } from '../polling/failure.js';
import type { HookState } from '../polling/read.sql.js';
import type { Session } from '../session.js';
import { addressOf, digestOf, newSecret } from './address.js';
import { addHook, markRegistered } from './hooks.sql.js';

interface HookNeeds {
  pool: Pool;
  /** Address at which vendors reach this installation; undefined when they cannot. */
  hookBase: string | undefined;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
  log: Pick<Logger, 'warn'>;
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
    log.warn({ ...clientSubject(row), ...toFailure(error) }, 'hook not registered');
  }
}
