import {
  openPool,
  openStatementPool,
  prismaAdapter,
  type DatabaseAddress,
  type StatementTracer,
} from '@trellis/database';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.js';
import { createTraversals, type Traversals } from './traversals.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'units';

export interface Database {
  prisma: PrismaClient;
  /** The pool for prepared statements, which answer batches of calls. */
  pool: pg.Pool;
  /** All pools, by purpose. */
  pools: Record<string, pg.Pool>;
  /** Runs traversals of the graph on connections of their own with a timeout, so that they block no other statements. */
  traversals: Traversals;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgresql://` address. */
  url: string;
  maxConnections: number;
  maxTraversalConnections: number;
  /** How long a statement of a traversal may take (ms). */
  traversalTimeoutMs: number;
  tracer?: StatementTracer | undefined;
}

/** The maximum number of connections for rare statements, which use Prisma. */
const maxRareConnections = 4;

/**
 * The similarity from which on a word matches another (`strict_word_similarity`): of five letters, one may be missing,
 * extra or wrong.
 */
const leastSimilarity = '0.3';

export function openDatabase({ url, tracer, ...options }: DatabaseOptions): Database {
  const address: DatabaseAddress = { url, schema };
  const statementTimeoutMs = 10_000;
  const rare = openPool(address, {
    maxConnections: maxRareConnections,
    statementTimeoutMs,
    tracer,
  });
  const prisma = new PrismaClient({
    adapter: prismaAdapter(rare, address),
    // Under load, a transaction waits for a connection about as long as its caller waits for it (ms).
    transactionOptions: { maxWait: 4_000, timeout: 8_000 },
  });
  const pool = openStatementPool(address, {
    maxConnections: options.maxConnections,
    statementTimeoutMs,
    tracer,
  });
  const traversalPool = openPool(
    address,
    {
      maxConnections: options.maxTraversalConnections,
      statementTimeoutMs: options.traversalTimeoutMs,
      tracer,
    },
    { jit: 'off', 'pg_trgm.strict_word_similarity_threshold': leastSimilarity },
  );
  return {
    prisma,
    pool,
    pools: { statements: pool, prisma: rare, traversals: traversalPool },
    traversals: createTraversals(traversalPool, options.maxTraversalConnections),
    async close() {
      await prisma.$disconnect();
      await Promise.all([rare.end(), pool.end(), traversalPool.end()]);
    },
  };
}
