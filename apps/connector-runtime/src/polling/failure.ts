import { Misconfigured, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { Problem, type ClientError } from '@trellis/contracts';
import { databaseProblem, isForeignKeyViolation } from '@trellis/database';
import { isMissingRow } from '../database.js';

/** The longest detail that is stored: connectors quote remote technologies in their errors. */
const maxTextLength = 1_000;

export type Failure = Pick<ClientError, 'code' | 'detail'>;

/** Converts the error of a poll, or of a single device, to what developers see. */
export function toFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === 'connector_failed') return { code, detail: 'The connector failed.' };
  return { code, detail: toStorableText((error as Error).message) };
}

/** Makes a text that PostgreSQL can store: bounded, well-formed and without U+0000. */
export const toStorableText = (text: string): string =>
  text.slice(0, maxTextLength).toWellFormed().replaceAll('\u0000', '');

function codeOf(error: unknown): Failure['code'] {
  if (error instanceof Unavailable || error instanceof Rejected) return 'unavailable';
  if (error instanceof Unauthorized) return 'authorization_required';
  if (error instanceof Misconfigured) return 'misconfigured';
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
