import {
  ConnectorFailure,
  DeviceUnavailable,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
} from '@trellis/connector-sdk';

/** Subclasses come first. */
const classes = { DeviceUnavailable, Unavailable, Unauthorized, Misconfigured, Rejected };

/** An error as processes send it to each other: structured clones have no classes. */
export interface SentError {
  /** Undefined for a bug in a connector. */
  name: keyof typeof classes | undefined;
  message: string;
  stack: string | undefined;
  retryAfterMs?: number | undefined;
  sent?: boolean;
  written?: string[];
  /** The number of the error in the service, if it was thrown there. */
  origin?: number | undefined;
}

export type Outcome<T> = { value: T } | { error: SentError };

export function toSentError(thrown: unknown, origin?: number): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message, stack } = error;
  const names = Object.keys(classes) as (keyof typeof classes)[];
  const name = names.find((one) => error instanceof classes[one]);
  const { retryAfterMs, sent } = error instanceof Unavailable ? error : {};
  const { written } = error instanceof ConnectorFailure ? error : {};
  return {
    name,
    message,
    stack,
    origin,
    retryAfterMs,
    ...(sent !== undefined && { sent }),
    ...(written && { written }),
  };
}

export function fromSentError({ name, message, stack, written, ...rest }: SentError): Error {
  if (!name) return Object.assign(new Error(message), { stack });
  return Object.assign(new classes[name](message, rest), written && { written });
}

/** Recreates the failure of a device. */
export function fromSentFailure(sent: SentError): ConnectorFailure {
  const error = fromSentError(sent);
  return error instanceof ConnectorFailure ? error : new Unavailable(error.message);
}
