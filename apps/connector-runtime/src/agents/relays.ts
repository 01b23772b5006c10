import type pg from 'pg';
import type { Runtime } from '../runtime.js';
import { pollClientsOf } from './attach.js';

/**
 * Takes the connections from agents of gateways that have died, and polls their clients, which finds that the agents are
 * away.
 */
export async function endDeadRelays(needs: Pick<Runtime, 'pool' | 'polls' | 'log'>): Promise<void> {
  const ended = await takeConnections(needs.pool);
  for (const agent of ended) await pollClientsOf(needs, agent);
}

async function takeConnections(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH dead AS (
      DELETE FROM relays WHERE until < now() RETURNING id, until
    )
    UPDATE agents SET relay = NULL, session = NULL, since = dead.until
    FROM dead WHERE agents.relay = dead.id RETURNING agents.id`,
  );
  return rows.map(({ id }) => id);
}
