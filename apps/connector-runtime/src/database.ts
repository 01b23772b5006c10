import {
  inTurn,
  openPool,
  openStatementPool,
  prismaAdapter,
  requireTimeLeft,
  type Deadline,
  type StatementTracer,
} from '@trellis/database';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from './generated/prisma/client.js';

/** The PostgreSQL schema that this service owns. */
export const schema = 'connectors';

/** How long a statement may run. */
const statementTimeoutMs = 10_000;

/** How long to wait for a connection. On a busy machine polls wait rather than fail. */
const connectTimeoutMs = 10_000;

export type Database = PrismaClient;

/** A transaction in the database, or the database itself. */
export type Queries = Prisma.TransactionClient;

/**
 * Opens the database: half of the connections are for Prisma, half for the prepared statements of
 * `pool`. `close` ends them.
 */
export function openDatabase(
  url: string,
  options: { maxConnections: number; tracer?: StatementTracer | undefined },
): { database: Database; pool: Pool; pools: Record<string, Pool>; close(): Promise<void> } {
  const address = { url, schema };
  const maxConnections = Math.ceil(options.maxConnections / 2);
  const { tracer } = options;
  const each = { maxConnections, statementTimeoutMs, connectTimeoutMs, tracer };
  const rest = openPool(address, each);
  const pool = openStatementPool(address, each);
  const database = new PrismaClient({ adapter: prismaAdapter(rest, address) });
  return {
    database,
    pool,
    pools: { statements: pool, prisma: rest },
    async close() {
      await database.$disconnect();
      await Promise.all([rest.end(), pool.end()]);
    },
  };
}

/**
 * Writes in a transaction. After the caller's deadline nothing is stored, and `timeout` is thrown. The writes of an
 * account take turns before they take a connection: those that wait for a lock of the account, such as that of its
 * quota, would otherwise hold all connections.
 */
export const writeInTurn = <T>(
  database: Database,
  { developer, deadline }: { developer: string; deadline: Deadline },
  write: (tx: Queries) => Promise<T>,
): Promise<T> =>
  inTurn(developer, deadline, () =>
    database.$transaction(async (tx) => {
      const result = await write(tx);
      requireTimeLeft(deadline);
      return result;
    }),
  );

/**
 * Returns whether an error comes from our database. Only the class distinguishes it from network errors of connectors,
 * which have the same codes.
 */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError ||
  error instanceof Prisma.PrismaClientUnknownRequestError ||
  error instanceof Prisma.PrismaClientInitializationError;

/** Returns whether a required row is missing (Prisma's P2025). */
export const isMissingRow = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';
