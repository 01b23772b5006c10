import type { Pool } from 'pg';
import { openPool, prismaAdapter } from '@trellis/database';
import { PrismaClient, type Prisma } from './generated/prisma/client.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'connectors';

export type Database = PrismaClient;

/** The database, or a transaction in it. */
export type Queries = Prisma.TransactionClient;

export function openDatabase(
  url: string,
  connections: number,
): { database: Database; pool: Pool; close(): Promise<void> } {
  const address = { url, schema };
  const pool = openPool(address, { connections, statementTimeout: 10_000 });
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
