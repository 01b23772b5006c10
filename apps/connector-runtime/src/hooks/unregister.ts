import { raceSignal, unregisterHook } from '@trellis/connector-sdk';
import { removalTimeouts, type GivenUp } from '@trellis/contracts';
import { databaseProblem, query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { toFailure } from '../polling/failure.js';
import { openSession, type SessionNeeds } from '../session.js';
import { countHooks } from './hooks.sql.js';

/**
 * Has the vendor send nothing more to a client that is being removed, if it does. Unless the database is down, no
 * failure blocks the removal: the address is gone with the client either way.
 * Returns what was given up then.
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
    // A refresh of the tokens ignores the signal, and goes on by itself.
    await raceSignal(signal, unregisterHook(session.connector, session.contextUntil(signal)));
    return undefined;
  } catch (error) {
    if (databaseProblem(error)) throw error;
    const failure = toFailure(error);
    needs.log.warn({ client: id, ...failure }, 'the hook of a removed client was not unregistered');
    return { step: 'hook', ...failure };
  }
}
