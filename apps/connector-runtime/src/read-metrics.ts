import type { Broker } from '@trellis/messaging';
import { readJobs, readPools, readBroker, type Reading } from '@trellis/platform';
import type { Pool } from 'pg';
import type { Database } from './database.js';
import type { RuntimeMetrics } from './metrics.js';
import { authorizesClients } from './oauth/needs-authorization.js';
import { pollSchedule, ownQueues } from './queues.js';
import type { Registry } from './registry.js';
import type { Runtime } from './runtime.js';

interface Needs extends Pick<Runtime, 'database' | 'registry'> {
  pools: Record<string, Pool>;
  broker: Broker;
}

/** How long counts of clients are cached (ms), because each process reads an index of all of them. */
const maxAgeMs = 30_000;

/** Reads the gauges of this service whenever its metrics are read. */
export function readMetrics(
  metrics: RuntimeMetrics,
  { database, pools, broker, registry }: Needs,
): void {
  readBroker(metrics, broker);
  readJobs(metrics, broker, Object.keys(ownQueues));
  readPools(metrics, pools);
  metrics.addSource(
    async () => {
      const { waiting, delayed, active } = await broker.countJobs(pollSchedule.queue);
      const { byStatus, expected } = await countClients(database, registry);
      return {
        trellis_clients: byStatus,
        trellis_paired_agents: await countAgents(database),
        trellis_subscriptions: await countSubscriptions(database),
        trellis_schedules: [{ value: waiting + delayed + active }],
        trellis_schedules_expected: [{ value: expected }],
      };
    },
    { maxAgeMs },
  );
}

/** Counts clients by status, and those that must have a schedule. */
export async function countClients(database: Database, registry: Registry) {
  const [counts, unauthorized] = await Promise.all([
    // By two indexes; that of paused clients is small.
    database.$queryRaw<{ status: string; count: number; paused: number }[]>`
      SELECT every.status, every.count, coalesce(rest.count, 0) AS paused
      FROM (SELECT status, count(*)::int AS count FROM clients GROUP BY status) AS every
      LEFT JOIN (
        SELECT status, count(*)::int AS count FROM clients
        WHERE paused_since IS NOT NULL GROUP BY status
      ) AS rest ON rest.status = every.status`,
    database.$queryRaw<{ type: string; authorizes: boolean | null; count: number }[]>`
      SELECT client.connector_type AS type, instance.authorizes, count(*)::int AS count
      FROM clients client JOIN instances instance ON instance.key = client.instance_key
      WHERE client.status = 'STARTING' AND client.tokens IS NULL
      GROUP BY client.connector_type, instance.authorizes`,
  ]);
  const total = sum(counts);
  const waiting = unauthorized.filter(
    ({ type, ...instance }) =>
      registry.has(type) && authorizesClients(registry.get(type), instance),
  );
  const ofStatus = (status: string) => {
    const row = counts.find((one) => one.status === status);
    return row ? row.count - row.paused : 0;
  };
  const paused = counts.reduce((all, row) => all + row.paused, 0);
  return {
    byStatus: [
      ...['STARTING', 'STARTED', 'ERROR'].map((status) => reading(status, ofStatus(status))),
      reading('PAUSED', paused),
    ],
    expected: total - sum(waiting),
  };
}

/** Counts paired agents by state. */
export async function countAgents(database: Database): Promise<Reading[]> {
  const rows = await database.$queryRaw<{ online: number; offline: number }[]>`
    SELECT count(relay.id)::int AS online, (count(*) - count(relay.id))::int AS offline
    FROM agents agent LEFT JOIN relays relay ON relay.id = agent.relay AND relay.until > now()
    WHERE agent.public_key IS NOT NULL`;
  return Object.entries(rows[0]!).map(([state, count]) => reading(state, count));
}

const subscriptionStates = ['sending', 'held_up', 'stopped'];

/** Counts subscriptions with an address by their states. */
export async function countSubscriptions(database: Database): Promise<Reading[]> {
  const rows = await database.$queryRaw<{ state: string; count: number }[]>`
    SELECT
      CASE WHEN stopped THEN 'stopped' WHEN attempts > 0 THEN 'held_up' ELSE 'sending' END AS state,
      count(*)::int AS count
    FROM subscriptions WHERE url IS NOT NULL GROUP BY 1`;
  return subscriptionStates.map((state) =>
    reading(state, sum(rows.filter((row) => row.state === state))),
  );
}

const reading = (label: string, value: number): Reading => ({ labels: [label], value });

const sum = (rows: { count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);
