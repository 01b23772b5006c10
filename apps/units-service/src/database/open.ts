import { openPool, prismaAdapter, type DatabaseAddress } from '@trellis/database';
import type pg from 'pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'units';

/** A Prisma client, or a transaction on one. */
export type Queries = Prisma.TransactionClient;

export interface Database {
  prisma: PrismaClient;
  /** For recursive queries: a few connections of their own and a timeout, so that they block nobody. */
  traversals: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgresql://` address. */
  url: string;
  maxConnections: number;
  maxTraversalConnections: number;
  /** How long a recursive query may take (ms). */
  traversalTimeoutMs: number;
}

export function openDatabase({ url, ...options }: DatabaseOptions): Database {
  const address: DatabaseAddress = { url, schema };
  const pool = openPool(address, {
    maxConnections: options.maxConnections,
    statementTimeoutMs: 10_000,
  });
  const prisma = new PrismaClient({
    adapter: prismaAdapter(pool, address),
    // Under load, a transaction waits for a connection about as long as its caller waits for it (ms).
    transactionOptions: { maxWait: 4_000, timeout: 8_000 },
  });
  const traversals = openPool(address, {
    maxConnections: options.maxTraversalConnections,
    statementTimeoutMs: options.traversalTimeoutMs,
  });
  return {
    prisma,
    traversals,
    async close() {
      await prisma.$disconnect();
      await Promise.all([pool.end(), traversals.end()]);
    },
  };
}
