import { Problem } from '@trellis/contracts';

const connectionFailures = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
  // PostgreSQL: shutting down, starting up, connection limit (Appendix A of its manual).
  ...['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006'],
  // Prisma: cannot reach, timed out, connection closed; busy, or lost a race that a repetition wins.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034'],
]);

/** Whether a failure means that the database is away, rather than that the query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code && connectionFailures.has(code)) return true;
    if (/timeout exceeded when trying to connect|Connection terminated/.test(cause.message)) {
      return true;
    }
  }
  return false;
}

/** The problem that a failure of the database amounts to, if it is away. */
export function nameFailure(error: unknown): Problem | undefined {
  return isDatabaseAway(error)
    ? new Problem('unavailable', 'The database is not available.')
    : undefined;
}

/** Whether PostgreSQL ended a statement because its time was up (SQLSTATE 57014). */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, '57014');

/** Whether a row with the same unique value is there already (Prisma). */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, 'P2002');

/**
 * Whether a row that this one refers to is gone, or one that refers to it is there: Prisma's code,
 * or in a query of our own (P2010) PostgreSQL's.
 */
export const isForeignKeyViolation = (error: unknown): boolean =>
  hasCode(error, 'P2003') ||
  (hasCode(error, 'P2010') && JSON.stringify((error as { meta?: unknown }).meta).includes('23503'));

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as { code?: string }).code === code;
