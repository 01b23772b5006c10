import { openPool, prismaAdapter } from '@trellis/database';
import { PrismaClient } from './generated/prisma/client.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'connectors';

export type Database = PrismaClient;

export function openDatabase(url: string, connections: number): Database {
  const address = { url, schema };
  const pool = openPool(address, { connections, statementTimeout: 10_000 });
  return new PrismaClient({ adapter: prismaAdapter(pool, address) });
}
