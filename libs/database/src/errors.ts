import { types } from 'node:util';
import { erasureUnderWay, Problem } from '@trellis/contracts';

/** Error codes of a database that cannot be reached, accepts no writes or restarts: the statement will succeed later. */
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
  // idle session ended; read-only, as after a failover.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25006',
  // Prisma: cannot connect, timed out, connection closed; there are too many connections.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2037',
]);

/** Error codes of statements that lost to others of ours: they will succeed later, too. */
const busyCodes = new Set([
  // PostgreSQL: serialization failure, deadlock.
  '40001',
  '40P01',
  // Prisma: no connection of the pool was free, a transaction did not begin or end in time, or lost a conflict.
  'P2024',
  'P2028',
  'P2034',
]);

/** Classes of SQLSTATE with the same meaning: connection exceptions, insufficient resources. */
const unavailableClasses = /^(08|53)[0-9A-Z]{3}$/;

/** Messages of connection errors that have no code. */
const brokenConnection = /Connection terminated|not queryable/;

/** The message of pg when no connection of the pool was free in time. */
const noFreeConnection = /timeout exceeded when trying to connect/;

/** The SQLSTATE with which triggers refuse data of a subject that is being erased. */
const erasingCode = 'TR001';

/**
 * Returns the problem `unavailable` if an error means that the database is unavailable, or busy with other requests, and
 * `erasure_under_way` if it refuses data of a subject that is being erased.
 */
export function databaseProblem(error: unknown): Problem | undefined {
  if (hasCode(error, erasingCode)) return erasureUnderWay();
  for (let cause = error; types.isNativeError(cause); cause = cause.cause) {
    const codes = codesOf(cause);
    if (codes.some((code) => busyCodes.has(code)) || noFreeConnection.test(cause.message)) {
      return new Problem('unavailable', 'The database is busy with other requests.');
    }
    const isUnavailable = (code: string) =>
      unavailableCodes.has(code) || unavailableClasses.test(code);
    if (codes.some(isUnavailable) || brokenConnection.test(cause.message)) {
      return new Problem('unavailable', 'The database is not available.');
    }
  }
  return undefined;
}

/** Returns the code of an error, and the SQLSTATE that Prisma wraps in it. */
function codesOf(error: unknown): string[] {
  if (!types.isNativeError(error)) return [];
  const { code, meta } = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const codes = [code, meta?.driverAdapterError?.cause?.originalCode];
  return codes.filter((found) => typeof found === 'string');
}

/** Returns whether PostgreSQL cancelled a statement, on request or after its timeout (SQLSTATE 57014). */
export const isCancelled = (error: unknown): boolean => hasCode(error, '57014');

/**
 * Returns whether PostgreSQL rolled back a transaction that conflicts with another: deadlock (SQLSTATE 40P01) or
 * serialization failure (40001).
 */
export const isConflict = (error: unknown): boolean =>
  hasCode(error, '40P01') || hasCode(error, '40001');

/** Returns whether a row with the same unique value exists: Prisma's P2002, or SQLSTATE 23505. */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, 'P2002') || hasCode(error, '23505');

/** Returns whether a referenced row is missing or a row is still referenced: Prisma's P2003, or SQLSTATE 23503. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  hasCode(error, 'P2003') || hasCode(error, '23503');

const hasCode = (error: unknown, code: string): boolean => codesOf(error).includes(code);
