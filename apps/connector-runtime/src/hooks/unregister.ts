import { raceSignal, unregisterHook } from '@trellis/connector-sdk';
import { removalTimeouts, type GivenUp } from '@trellis/contracts';
import { databaseProblem, query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { toFailure } from '../polling/failure.js';
import { openSession, type SessionNeeds } from '../session.js';
import { countHooks } from './hooks.sql.js';

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
    const failure = toFailure(error);
    needs.log.warn({ client: id, ...failure }, 'the hook of a removed client was not unregistered');
    return { step: 'hook', ...failure };
  }
}
