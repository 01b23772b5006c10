import { Problem } from '@trellis/contracts';

/** Codes of errors that mean that the database cannot be reached, is overloaded or is restarting. */
const unavailableCodes = new Set([
  // Node: the connection cannot be made or has broken.
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL: shutting down, starting up, too many connections (Appendix A of its manual).
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  // Prisma: cannot connect, timed out, connection closed; the pool is busy, or a transaction lost a
  // conflict and succeeds when it is repeated.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
]);

/** The problem `unavailable` for an error that means that the database is unavailable. */
export function databaseProblem(error: unknown): Problem | undefined {
  return isUnavailable(error)
    ? new Problem('unavailable', 'The database is not available.')
    : undefined;
}

function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code && unavailableCodes.has(code)) return true;
    // The pool reports its own timeouts and broken connections without a code.
    if (/timeout exceeded when trying to connect|Connection terminated/.test(cause.message)) {
      return true;
    }
  }
  return false;
}

/** Whether PostgreSQL cancelled a statement because of its timeout (SQLSTATE 57014). */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, '57014');

/**
 * Whether PostgreSQL rolled a transaction back because it was in the way of another one: a deadlock
 * (SQLSTATE 40P01) or a serialization failure (40001).
 */
export const isConflict = (error: unknown): boolean =>
  hasCode(error, '40P01') || hasCode(error, '40001');

/** Whether a row with the same unique value exists already: Prisma's P2002, or SQLSTATE 23505. */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, 'P2002') || hasCode(error, '23505');

/**
 * Whether the referenced row does not exist, or the row is still referenced: Prisma's P2003, or
 * SQLSTATE 23503, which Prisma wraps in raw queries (P2010).
 */
export const isForeignKeyViolation = (error: unknown): boolean =>
  hasCode(error, 'P2003') ||
  hasCode(error, '23503') ||
  (hasCode(error, 'P2010') && JSON.stringify((error as { meta?: unknown }).meta).includes('23503'));

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as { code?: string }).code === code;
