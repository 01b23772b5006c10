import {
  AnotherDevice,
  ConnectorFailure,
  type Facts,
  DeviceUnavailable,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
} from '@trellis/connector-sdk';

/** Subclasses come first. */
const classes = {
  DeviceUnavailable,
  Unavailable,
  Unauthorized,
  Misconfigured,
  AnotherDevice,
  Rejected,
};

/** An error as processes send it to each other: structured clones have no classes. */
export interface SentError {
  /** Undefined for a bug in a connector. */
  name: keyof typeof classes | undefined;
  message: string;
  stack: string | undefined;
  retryAfterMs?: number | undefined;
  sent?: boolean;
  written?: string[];
  facts?: Facts;
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
  const { written, facts } = error instanceof ConnectorFailure ? error : {};
  return {
    name,
    message,
    stack,
    origin,
    retryAfterMs,
    ...(sent !== undefined && { sent }),
    ...(written && { written }),
    ...(facts && { facts }),
  };
}

export function fromSentError({ name, message, stack, written, facts, ...rest }: SentError): Error {
  if (!name) return Object.assign(new Error(message), { stack });
  const { retryAfterMs, sent } = rest;
  const error =
    name === 'Unavailable'
      ? new Unavailable(message, { retryAfterMs, ...(sent !== undefined && { sent }) })
      : new classes[name](message);
  return Object.assign(error, written && { written }, facts && { facts });
}

/** Recreates the failure of a device. */
export function fromSentFailure(sent: SentError): ConnectorFailure {
  const error = fromSentError(sent);
  return error instanceof ConnectorFailure ? error : new Unavailable(error.message);
}
