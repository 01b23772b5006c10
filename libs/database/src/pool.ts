import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

/** A PostgreSQL schema in a database; each service owns one. */
export interface DatabaseAddress {
  url: string;
  schema: string;
}

export interface PoolOptions {
  /** Connections at the most. */
  connections: number;
  /** Longest time that a statement may take (ms). */
  statementTimeout: number;
}

/** A pool of connections that see the tables of one schema. */
export function openPool({ url, schema }: DatabaseAddress, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c search_path=${schema} -c statement_timeout=${options.statementTimeout}`,
    max: options.connections,
    connectionTimeoutMillis: 3_000,
  });
  // An idle connection that breaks is replaced at its next use; unheard, it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** The adapter through which a Prisma client uses a pool; whoever opened the pool ends it. */
export function prismaAdapter(pool: pg.Pool, { schema }: DatabaseAddress): PrismaPg {
  return new PrismaPg(pool, { schema });
}
