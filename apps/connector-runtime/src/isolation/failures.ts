import {
  ConnectorFailure,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
} from '@trellis/connector-sdk';

/** An error as processes send it to each other, which know classes only by their names. */
export interface SentError {
  name: 'Unavailable' | 'Unauthorized' | 'Misconfigured' | 'Rejected' | 'Error';
  message: string;
  stack: string | undefined;
  retryAfterMs?: number | undefined;
  sent?: boolean;
  /** The number of the error that the receiver itself threw. */
  origin?: number | undefined;
}

export type Outcome<T> = { value: T } | { error: SentError };

export function toSentError(thrown: unknown, origin?: number): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message, stack } = error;
  const common = { name: nameOf(error), message, stack, origin };
  if (!(error instanceof Unavailable)) return common;
  return { ...common, retryAfterMs: error.retryAfterMs, sent: error.sent };
}

function nameOf(error: Error): SentError['name'] {
  if (error instanceof Unavailable) return 'Unavailable';
  if (error instanceof Unauthorized) return 'Unauthorized';
  if (error instanceof Misconfigured) return 'Misconfigured';
  return error instanceof Rejected ? 'Rejected' : 'Error';
}

export function fromSentError({ name, message, stack, retryAfterMs, sent }: SentError): Error {
  if (name === 'Unavailable') {
    return new Unavailable(message, { retryAfterMs, ...(sent !== undefined && { sent }) });
  }
  if (name === 'Unauthorized') return new Unauthorized(message);
  if (name === 'Misconfigured') return new Misconfigured(message);
  if (name === 'Rejected') return new Rejected(message);
  return Object.assign(new Error(message), { stack });
}

/** The failure of a device; what is none is a bug in the connector. */
export function fromSentFailure(sent: SentError): ConnectorFailure {
  const error = fromSentError(sent);
  return error instanceof ConnectorFailure ? error : new Unavailable(error.message);
}
