import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { openTracedPool, type StatementTracer } from './traced-pool.js';

/** A PostgreSQL schema in a database; each service owns one. */
export interface DatabaseAddress {
  /** `postgresql://` address of the database. */
  url: string;
  schema: string;
}

interface PoolOptions {
  maxConnections: number;
  /** How long a statement may run before PostgreSQL cancels it (ms); 0 for any time. */
  statementTimeoutMs: number;
  /** How long to wait for a connection (ms). Default 3 s, well below the timeouts of calls. */
  connectTimeoutMs?: number;
  tracer?: StatementTracer | undefined;
}

/**
 * Opens a pool of connections that see the tables of one schema. They assume that pages are in memory or on an SSD, where
 * random access is cheap: with its default, PostgreSQL would read a whole table rather than a hundred rows by id.
 */
export function openPool(
  { url, schema }: DatabaseAddress,
  { maxConnections, statementTimeoutMs, connectTimeoutMs = 3_000, tracer }: PoolOptions,
  settings: Record<string, string> = {},
  more: pg.PoolConfig = {},
): pg.Pool {
  const all = {
    search_path: schema,
    statement_timeout: statementTimeoutMs,
    random_page_cost: 1.1,
    ...settings,
  };
  const config: pg.PoolConfig = {
    connectionString: url,
    options: Object.entries(all)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    maxLifetimeSeconds,
    ...more,
  };
  const pool = tracer ? openTracedPool(config, tracer) : new pg.Pool(config);
  // A broken idle connection is replaced at its next use. Without a listener, the error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Lifetime of a connection, and of the plans of its prepared statements (s). */
const maxLifetimeSeconds = 15 * 60;

/**
 * Opens a pool for prepared statements that read and write by index. They are planned once per connection for all
 * parameters, because planning takes longer than executing. A table may have been empty at that time, when a sequential
 * scan was best; such plans are disabled. Independent statements are pipelined.
 */
export const openStatementPool = (address: DatabaseAddress, options: PoolOptions): pg.Pool =>
  openPool(
    address,
    options,
    {
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      jit: 'off',
    },
    { pipeline: true },
  );

/** Creates the adapter through which a Prisma client uses a pool. The caller ends the pool. */
export function prismaAdapter(pool: pg.Pool, { schema }: DatabaseAddress): PrismaPg {
  return new PrismaPg(pool, { schema });
}
