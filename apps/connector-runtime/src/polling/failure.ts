import { Misconfigured, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import type { ClientError } from '@trellis/contracts';

/** Texts of connectors quote remote technologies: they are bounded. */
const maxTextLength = 1_000;

export type Failure = Pick<ClientError, 'code' | 'detail'>;

/** What a failed poll, or the problem of one device, is shown as. */
export function toFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === 'connector_failed') return { code, detail: 'The connector failed.' };
  return { code, detail: toStorableText((error as Error).message) };
}

/** A text that PostgreSQL can store: bounded, well-formed and without U+0000. */
export const toStorableText = (text: string): string =>
  text.slice(0, maxTextLength).toWellFormed().replaceAll('\u0000', '');

function codeOf(error: unknown): Failure['code'] {
  if (error instanceof Unavailable || error instanceof Rejected) return 'unavailable';
  if (error instanceof Unauthorized) return 'authorization_required';
  if (error instanceof Misconfigured) return 'misconfigured';
  // Anything else is a fault in the connector, and its message may quote a secret.
  return 'connector_failed';
}
