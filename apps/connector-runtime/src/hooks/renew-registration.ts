import { raceSignal, registerHook } from '@trellis/connector-sdk';
import { query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { toFailure } from '../polling/failure.js';
import type { HookState } from '../polling/read.sql.js';
import { logged } from '../polling/record.js';
import type { Session } from '../session.js';
import { addressOf, digestOf, newSecret } from './address.js';
import { addHook, markRegistered } from './hooks.sql.js';

interface HookNeeds {
  pool: Pool;
  /** Where vendors reach this installation; undefined where they cannot. */
  hookBase: string | undefined;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
  log: Pick<Logger, 'warn'>;
}

/** How long a vendor may take to register an address (ms). */
const registrationMs = 5_000;

/** When an address is registered again: vendors drop those that did not answer for a while (ms). */
const renewAfterMs = 24 * 60 * 60_000;

/** When it is tried again where the vendor did not take it (ms). */
const retryAfterMs = 60 * 60_000;

/** Whether an address of a client is to be registered now. */
export function isRegistrationDue(hook: HookState | null, base: string): boolean {
  if (!hook || hook.base !== base) return true;
  return hook.ageMs >= (hook.isRegistered ? renewAfterMs : retryAfterMs);
}

/**
 * Has the vendor of a client tell changes at an address of the client's own, where it does not yet and can. The
 * address before is valid until the vendor has taken the new one. A failure is logged; polls go on without.
 */
export async function keepRegistered(
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
    // A refresh of the tokens ignores the signal, and goes on by itself.
    await raceSignal(signal, registering);
    await query(pool, markRegistered, [digest, row.key]);
  } catch (error) {
    // Not the error itself, which may have the address.
    log.warn({ ...logged(row), ...toFailure(error) }, 'hook not registered');
  }
}
