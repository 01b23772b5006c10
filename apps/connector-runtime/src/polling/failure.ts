import {
  AnotherDevice,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
  ConnectorFailure,
} from '@trellis/connector-sdk';
import { Problem, rowOf, type ClientError, type FailureFacts } from '@trellis/contracts';
import { databaseProblem, isForeignKeyViolation } from '@trellis/database';
import { isMissingRow } from '../database.js';

/** The longest detail that is stored: connectors quote remote technologies in their errors. */
const maxTextLength = 1_000;

/** The longest address and path that are stored. */
const maxFactLength = 300;

export type Failure = Pick<ClientError, 'code' | 'detail'> & Omit<FailureFacts, 'advice'>;

/** Converts the error of a poll, or of a single device, to what developers see. */
export function toFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (!(error instanceof ConnectorFailure) || code === 'connector_failed') {
    return { code, detail: 'The connector failed.', cause: 'connector_bug' };
  }
  return Object.assign({ code, detail: toStorableText(error.message) }, factsOf(error));
}

/** Returns the known members of a failure. */
export function factsOf(failure: ConnectorFailure, now = Date.now()): Omit<FailureFacts, 'advice'> {
  const { cause, address, status, path, until } = failure.facts;
  const retryAfterMs = failure instanceof Unavailable ? failure.retryAfterMs : undefined;
  const facts: Omit<FailureFacts, 'advice'> = {};
  if (cause !== undefined) facts.cause = cause;
  if (address !== undefined) facts.address = toStorableText(address).slice(0, maxFactLength);
  if (status !== undefined) facts.status = status;
  if (path !== undefined) facts.path = toStorableText(path).slice(0, maxFactLength);
  if (until !== undefined) facts.until = until.toISOString();
  if (retryAfterMs !== undefined) facts.retry_at = dateAfter(now, retryAfterMs);
  return facts;
}

/** The farthest time that a remote technology can name (ms). */
const maxRetryMs = 366 * 24 * 60 * 60_000;

const dateAfter = (now: number, ms: number): string =>
  new Date(now + Math.min(ms, maxRetryMs)).toISOString();

/** Adds what helps to a failure that is shown. */
export const withAdvice = <Shown extends FailureFacts>(failure: Shown): Shown =>
  failure.cause === undefined
    ? failure
    : Object.assign({}, failure, { advice: rowOf(failure.cause).advice });

/** Makes a text that PostgreSQL can store: bounded, well-formed and without U+0000. */
export const toStorableText = (text: string): string =>
  text.slice(0, maxTextLength).toWellFormed().replaceAll('\u0000', '');

function codeOf(error: unknown): Failure['code'] {
  if (error instanceof Unavailable || error instanceof Rejected) return 'unavailable';
  if (error instanceof Unauthorized) return 'authorization_required';
  if (error instanceof Misconfigured) return 'misconfigured';
  if (error instanceof AnotherDevice) return 'another_device';
  // Anything else is a bug in the connector, and its message may quote a secret.
  return 'connector_failed';
}

/** Returns whether an error means that the client was removed meanwhile. */
export const isRemoved = (error: unknown): boolean =>
  (error instanceof Problem && error.code === 'creator_removed') ||
  isForeignKeyViolation(error) ||
  isMissingRow(error);

/** A bug of ours after the remote technology has answered. */
export class NotPublished extends Error {}

/** Runs work that uses only our own services, so that none of its errors is blamed on the connector. */
export async function asOwnWork<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = databaseProblem(error);
    if (problem) throw problem;
    if (error instanceof Problem || isRemoved(error)) throw error;
    throw new NotPublished('The result of a poll was not stored.', { cause: error });
  }
}
