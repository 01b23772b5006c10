import { types } from 'node:util';
import { Problem } from '@trellis/contracts';

/**
 * Codes of errors that mean that the database cannot be reached, takes no writes, is overloaded or is
 * restarting: what failed succeeds when it is repeated later.
 */
const unavailableCodes = new Set([
  // Node: the connection cannot be made or has broken.
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // PostgreSQL (SQLSTATE, Appendix A of its manual): shutting down, crashed, starting up or in recovery,
  // an idle session was ended; only takes reads, as after a failover; lost a conflict or a deadlock.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25006',
  '40001',
  '40P01',
  // Prisma: cannot connect, timed out, connection closed; the pool is busy, a transaction lost a
  // conflict, or there are too many connections.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);

/** Classes of SQLSTATE that mean the same: connection exceptions, insufficient resources. */
const unavailableClasses = /^(08|53)[0-9A-Z]{3}$/;

/** Connections that time out or break without a code. */
const brokenConnection =
  /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** The problem `unavailable` for an error that means that the database is unavailable. */
export function databaseProblem(error: unknown): Problem | undefined {
  return isUnavailable(error)
    ? new Problem('unavailable', 'The database is not available.')
    : undefined;
}

function isUnavailable(error: unknown): boolean {
  for (let cause = error; types.isNativeError(cause); cause = cause.cause) {
    if (codesOf(cause).some((code) => unavailableCodes.has(code) || unavailableClasses.test(code)))
      return true;
    if (brokenConnection.test(cause.message)) return true;
  }
  return false;
}

/** The code of an error, and the SQLSTATE of the one that Prisma has wrapped in it. */
function codesOf(error: unknown): string[] {
  if (!types.isNativeError(error)) return [];
  const { code, meta } = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const codes = [code, meta?.driverAdapterError?.cause?.originalCode];
  return codes.filter((found) => typeof found === 'string');
}

/** Whether PostgreSQL cancelled a statement, by request or because of its timeout (SQLSTATE 57014). */
export const isCancelled = (error: unknown): boolean => hasCode(error, '57014');

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
 * SQLSTATE 23503.
 */
export const isForeignKeyViolation = (error: unknown): boolean =>
  hasCode(error, 'P2003') || hasCode(error, '23503');

const hasCode = (error: unknown, code: string): boolean => codesOf(error).includes(code);
