import { relayLeaseMs, type Handler } from '@trellis/contracts';
import type pg from 'pg';
import type { Runtime } from '../runtime.js';
import { pollClientsOf, type OwnedAgent } from './attach.js';

type Needs = Pick<Runtime, 'pool' | 'polls' | 'log'>;

/** Renews the lease of a gateway. If it had ended, the agents of the gateway are there again. */
export const renewRelay: Handler<'agents.renew_relay', Needs> = async (
  needs,
  { relay, address },
) => {
  const { rows } = await needs.pool.query<{ wasDead: boolean | null }>(
    `INSERT INTO relays (id, address, until) VALUES ($1, $2, now() + $3 * interval '1 ms')
    ON CONFLICT (id) DO UPDATE SET address = excluded.address, until = excluded.until, dead = false
    RETURNING (SELECT dead FROM relays WHERE id = $1) AS "wasDead"`,
    [relay, address, relayLeaseMs],
  );
  if (rows[0]?.wasDead) await noteChange(needs, { relay, since: new Date() });
  return {};
};

/** Ends the lease of a gateway that stops, and the connections to it. */
export const removeRelay: Handler<'agents.remove_relay', Needs> = async ({ pool }, { relay }) => {
  await pool.query(
    `WITH gone AS (DELETE FROM relays WHERE id = $1)
    UPDATE agents SET relay = NULL, session = NULL, since = now() WHERE relay = $1`,
    [relay],
  );
  return {};
};

/** How long a gateway whose lease has ended may come back (minutes). */
const graceMinutes = 10;

/** Marks the agents of gateways whose leases have ended as away. */
export async function endDeadRelays(needs: Needs): Promise<void> {
  const { rows } = await needs.pool.query<{ relay: string; since: Date }>(
    `UPDATE relays SET dead = true WHERE until < now() AND NOT dead
    RETURNING id AS relay, until AS since`,
  );
  for (const ended of rows) await noteChange(needs, ended);
  await needs.pool.query(
    `WITH gone AS (
      DELETE FROM relays WHERE until < now() - ${graceMinutes} * interval '1 minute' RETURNING id
    )
    UPDATE agents SET relay = NULL, session = NULL FROM gone WHERE agents.relay = gone.id`,
  );
}

/** Stores since when the agents of a gateway are there, or away, and polls their clients, which finds that. */
async function noteChange(
  needs: Needs,
  { relay, since }: { relay: string; since: Date },
): Promise<void> {
  await pollClientsOf(needs, await setSince(needs.pool, relay, since));
}

async function setSince(pool: pg.Pool, relay: string, since: Date): Promise<OwnedAgent[]> {
  const { rows } = await pool.query<OwnedAgent>(
    'UPDATE agents SET since = $2 WHERE relay = $1 RETURNING id, developer',
    [relay, since],
  );
  return rows;
}
