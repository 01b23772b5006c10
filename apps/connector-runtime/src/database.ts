import {
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

/** How long to wait for a connection. Polls wait for one rather than fail when the machine is busy. */
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

/** Writes for a caller: nothing is stored after its deadline, and `timeout` is thrown. */
export const writeInTime = <T>(
  database: Database,
  deadline: Deadline,
  write: (tx: Queries) => Promise<T>,
): Promise<T> =>
  database.$transaction(async (tx) => {
    const result = await write(tx);
    requireTimeLeft(deadline);
    return result;
  });

/**
 * Whether an error comes from the database. Network errors have the same codes wherever they come from,
 * so that those of a connector can be told from ours by their class alone.
 */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError ||
  error instanceof Prisma.PrismaClientUnknownRequestError ||
  error instanceof Prisma.PrismaClientInitializationError;

/** Whether a row that must be there is not (Prisma's P2025). */
export const isMissingRow = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';
