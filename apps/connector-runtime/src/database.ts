import { openPool, prismaAdapter } from '@trellis/database';
import type { Pool } from 'pg';
import { PrismaClient, type Prisma } from './generated/prisma/client.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'connectors';

/** How long a statement may run. */
const statementTimeoutMs = 10_000;

export type Database = PrismaClient;

/** A transaction in the database, or the database itself. */
export type Queries = Prisma.TransactionClient;

/** Opens the database; `close` ends its connections. */
export function openDatabase(
  url: string,
  { maxConnections }: { maxConnections: number },
): { database: Database; pool: Pool; close(): Promise<void> } {
  const address = { url, schema };
  const pool = openPool(address, { maxConnections, statementTimeoutMs });
  const database = new PrismaClient({ adapter: prismaAdapter(pool, address) });
  return {
    database,
    pool,
    async close() {
      await database.$disconnect();
      await pool.end();
    },
  };
}
