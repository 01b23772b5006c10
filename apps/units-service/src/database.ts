import { openPool, prismaAdapter, type DatabaseAddress } from '@trellis/database';
import type pg from 'pg';
import { PrismaClient, type Prisma } from './generated/prisma/client.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'units';

/** A Prisma client, or the transaction that is under way on one. */
export type Queries = Prisma.TransactionClient;

export interface Database {
  prisma: PrismaClient;
  /** For walks through the graph: few connections and a time limit, so that they starve nobody. */
  traversals: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connections: number;
  traversalConnections: number;
  traversalTimeout: number;
}

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const address: DatabaseAddress = { url, schema };
  const pool = openPool(address, { connections: options.connections, statementTimeout: 10_000 });
  const prisma = new PrismaClient({
    adapter: prismaAdapter(pool, address),
    // In a rush a transaction waits for its turn about as long as its caller does (ms).
    transactionOptions: { maxWait: 4_000, timeout: 8_000 },
  });
  const traversals = openPool(address, {
    connections: options.traversalConnections,
    statementTimeout: options.traversalTimeout,
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
