import type { Metrics } from './metrics.js';
import type { MetricRows } from './rows.js';

/** Metrics of a process with a database. */
export const databaseMetrics = {
  trellis_database_pool_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL by pool and state: `used` or `idle`.',
    labels: ['pool', 'state'],
  },
  trellis_database_pool_max_connections: {
    type: 'gauge',
    help: 'Maximum connections of each pool.',
    labels: ['pool'],
  },
  trellis_database_pool_waiting: {
    type: 'gauge',
    help: 'Statements and transactions that wait for a connection.',
    labels: ['pool'],
  },
  trellis_postgres_connections: {
    type: 'gauge',
    help: 'Connections to the PostgreSQL server, of all users.',
    labels: [],
  },
  trellis_postgres_max_connections: {
    type: 'gauge',
    help: '`max_connections` of the PostgreSQL server.',
    labels: [],
  },
  trellis_purging_paused: {
    type: 'gauge',
    help: '1 while nothing that has expired is deleted, because a clock is wrong.',
    labels: [],
  },
} as const satisfies MetricRows;

/** The part of a pool of `pg` that is read. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
  query(text: string): Promise<{ rows: { used: number; max: number }[] }>;
}

/** Counts the connections of clients. For other roles, `backend_type` is hidden. */
const serverConnections = `
  SELECT count(*)::int AS used, current_setting('max_connections')::int AS max
  FROM pg_stat_activity WHERE datid IS NOT NULL AND usesysid IS NOT NULL`;

const maxAgeMs = 15_000;

/** Adds the pools of a process to its metrics, and the connections of the server, read through the first pool. */
export function readPools(
  metrics: Pick<Metrics<typeof databaseMetrics>, 'addSource'>,
  pools: Record<string, Pool>,
): void {
  const all = Object.entries(pools);
  metrics.addSource(() => ({
    trellis_database_pool_connections: all.flatMap(([name, { totalCount, idleCount }]) => [
      { labels: [name, 'used'], value: totalCount - idleCount },
      { labels: [name, 'idle'], value: idleCount },
    ]),
    trellis_database_pool_max_connections: all.map(([name, { options }]) => ({
      labels: [name],
      value: options.max,
    })),
    trellis_database_pool_waiting: all.map(([name, { waitingCount }]) => ({
      labels: [name],
      value: waitingCount,
    })),
  }));
  const [[, first] = []] = all;
  if (!first) return;
  metrics.addSource(
    async () => {
      const { rows } = await first.query(serverConnections);
      return {
        trellis_postgres_connections: [{ value: rows[0]!.used }],
        trellis_postgres_max_connections: [{ value: rows[0]!.max }],
      };
    },
    { maxAgeMs },
  );
}

/** Adds whether purging is paused to the metrics of a process. */
export function readPurging(
  metrics: Pick<Metrics<typeof databaseMetrics>, 'addSource'>,
  { pause }: { pause(): object | undefined },
): void {
  metrics.addSource(() => ({ trellis_purging_paused: [{ value: pause() ? 1 : 0 }] }));
}
