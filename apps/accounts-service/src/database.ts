import { openPool, prismaAdapter, type StatementTracer } from '@trellis/database';
import type pg from 'pg';
import { PrismaClient } from './generated/prisma/client.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'accounts';

/** The client itself, or a transaction of it. */
export type Queries = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;

export interface Database {
  prisma: PrismaClient;
  pools: Record<string, pg.Pool>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  maxConnections: number;
  tracer?: StatementTracer | undefined;
}

export function openDatabase(url: string, { maxConnections, tracer }: DatabaseOptions): Database {
  const address = { url, schema };
  const pool = openPool(address, { maxConnections, statementTimeoutMs: 5_000, tracer });
  const prisma = new PrismaClient({
    adapter: prismaAdapter(pool, address),
    transactionOptions: { maxWait: 4_000, timeout: 8_000 },
  });
  return {
    prisma,
    pools: { prisma: pool },
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
