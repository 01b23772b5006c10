import type { CauseOf } from '@trellis/contracts';
import { errors } from 'undici';
import { Misconfigured, Unavailable, type Delivery } from '../failure.js';

type Connecting = CauseOf<'unavailable'>;

/** Causes by the codes of the system and of undici. */
const byCode: Record<string, Connecting> = {
  ECONNREFUSED: 'connection_refused',
  ENETUNREACH: 'no_route',
  EHOSTUNREACH: 'no_route',
  ENETDOWN: 'no_route',
  EHOSTDOWN: 'no_route',
  EADDRNOTAVAIL: 'no_route',
  EACCES: 'no_route',
  EPERM: 'no_route',
  EINVAL: 'no_route',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'answer_timeout',
  UND_ERR_BODY_TIMEOUT: 'answer_timeout',
  ECONNRESET: 'connection_lost',
  ECONNABORTED: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection_lost',
  UND_ERR_HEADERS_OVERFLOW: 'answer_too_large',
};

const said: Partial<Record<Connecting, string>> = {
  connection_refused: 'refuses connections',
  no_route: 'cannot be reached: no network leads there',
  connect_timeout: 'did not accept a connection in time',
  answer_timeout: 'did not answer in time',
  connection_lost: 'closed the connection before it had answered',
  answer_too_large: 'sends headers that are too large',
};

/** A record of TLS that alerts (RFC 8446, section 5.1): a server with TLS, which was sent none. */
const isTlsAlert = (data: unknown): boolean =>
  typeof data === 'string' && data.startsWith('\x15\x03');

/**
 * Returns the failure for the error of a connection to a server. Only its code is passed on: the message may quote what
 * was sent.
 */
export function connectionFailure(
  error: unknown,
  server: string,
  delivery: Pick<Delivery, 'sent'> = {},
): Unavailable | Misconfigured {
  if (error instanceof errors.HTTPParserError && !/\bEOF\b/.test(error.message)) {
    return 'data' in error && isTlsAlert(error.data)
      ? new Misconfigured(`${server} expects TLS.`, { cause: 'tls_expected' })
      : new Unavailable(`${server} does not speak HTTP.`, { cause: 'other_protocol' });
  }
  const { code: given } = error as { code?: unknown };
  const code = typeof given === 'string' ? given : undefined;
  const why = code === undefined ? '' : ` (${code})`;
  const known = code !== undefined && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  const cause = known ?? 'unreachable';
  return new Unavailable(`${server} ${said[cause] ?? 'cannot be reached'}${why}.`, {
    sent: delivery.sent ?? true,
    cause,
  });
}
