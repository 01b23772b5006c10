import { readJobs, readPools, readBroker } from '@trellis/platform';
import type { Broker } from '@trellis/messaging';
import type { Pool } from 'pg';
import type { Database } from './database.js';
import type { RuntimeMetrics } from './metrics.js';
import { authorizesClients } from './oauth/needs-authorization.js';
import { pollSchedule } from './polling/schedule.js';
import type { Registry } from './registry.js';

interface Needs {
  database: Database;
  pools: Record<string, Pool>;
  broker: Broker;
  registry: Registry;
}

/** Queues on whose jobs this service works, besides its calls. */
const queues = ['polls', 'removals', 'interactions', 'batches', 'deliveries', 'connectors'];

/** How long counts of clients are shown (ms): each process reads an index of all of them. */
const maxAgeMs = 30_000;

/** Has the gauges of this service read whenever its metrics are. */
export function readMetrics(
  metrics: RuntimeMetrics,
  { database, pools, broker, registry }: Needs,
): void {
  readBroker(metrics, broker);
  readJobs(metrics, broker, queues);
  readPools(metrics, pools);
  metrics.addSource(
    async () => {
      const { waiting, delayed, active } = await broker.countJobs(pollSchedule.queue);
      const { byStatus, expected } = await countClients(database, registry);
      return {
        trellis_clients: byStatus,
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
    database.$queryRaw<{ status: string; count: number }[]>`
      SELECT status, count(*)::int AS count FROM clients GROUP BY status`,
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
  const countOf = (status: string) => sum(counts.filter((row) => row.status === status));
  return {
    byStatus: ['STARTING', 'STARTED', 'ERROR'].map((status) => ({
      labels: [status],
      value: countOf(status),
    })),
    expected: total - sum(waiting),
  };
}

const sum = (rows: { count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);
