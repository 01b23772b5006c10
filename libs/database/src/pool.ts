import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

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
}

/** Opens a pool of connections that see the tables of one schema. */
export function openPool(
  { url, schema }: DatabaseAddress,
  { maxConnections, statementTimeoutMs }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c search_path=${schema} -c statement_timeout=${statementTimeoutMs}`,
    max: maxConnections,
    connectionTimeoutMillis: 3_000,
  });
  // A broken idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** The adapter through which a Prisma client uses a pool. The opener of the pool ends it. */
export function prismaAdapter(pool: pg.Pool, { schema }: DatabaseAddress): PrismaPg {
  return new PrismaPg(pool, { schema });
}
