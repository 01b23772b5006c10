import { Misconfigured, Rejected, Unauthorized, Unavailable, type Facts } from '../failure.js';
import type { HttpAnswer, HttpRequest } from './request.js';
import { shownAddress } from './url.js';
import { requestedWaitMs, saysTooMany, waitOf } from './wait.js';

/** The refused answer; its text, if it was read, may tell that the port expects TLS. */
type Refused = Pick<HttpAnswer, 'status' | 'headers'> & Partial<Pick<HttpAnswer, 'text'>>;

type Of = Pick<Facts, 'address' | 'status'>;

/** Client errors that another attempt may not have (RFC 9110; 425 is RFC 8470). */
const passing = [408, 409, 423, 425];

/** How servers with TLS answer a request without it. */
const expectsTls = /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i;

/** Throws the failure for a response, unless its status is accepted. */
export function throwFailure(
  answer: Refused,
  { method = 'GET', accept = [] }: Pick<HttpRequest, 'method' | 'accept'>,
  url: URL,
): void {
  const { status } = answer;
  if (accept === 'any' || accept.includes(status) || (status >= 200 && status < 300)) return;
  throw statusFailure(answer, url, method);
}

/** Returns the failure for the status of a response to a request. */
export function statusFailure(
  { status, headers, text = '' }: Refused,
  url: URL,
  method: NonNullable<HttpRequest['method']> = 'GET',
) {
  const detail = `${url.host} answers with status ${status}.`;
  const of: Of = { status, address: shownAddress(url) };
  const retryAfterMs = requestedWaitMs(headers);
  if (status === 401) return new Unauthorized(detail, { cause: 'credentials_refused', ...of });
  // Several vendors answer 403 to too many requests, and only the text tells why.
  const isLimited = status === 403 && (headers['retry-after'] !== undefined || saysTooMany(text));
  if (status === 429 || isLimited) {
    const waitMs = retryAfterMs ?? waitOf(text);
    return new Unavailable(detail, { cause: 'rate_limited', retryAfterMs: waitMs, ...of });
  }
  if (status === 403) return new Unauthorized(detail, { cause: 'forbidden', ...of });
  if (status >= 300 && status < 400) return redirectFailure(headers, url, of);
  if ([400, 404, 409, 422].includes(status) && method !== 'GET') return new Rejected(detail, of);
  if (status === 400 && expectsTls.test(text.slice(0, 4096))) {
    return new Misconfigured(`${url.host} expects TLS.`, { cause: 'tls_expected', ...of });
  }
  if (status === 404 || status === 410) {
    return new Misconfigured(detail, { cause: 'not_found', ...of });
  }
  if (status >= 400 && status < 500 && !passing.includes(status)) {
    return new Misconfigured(detail, { cause: 'bad_request', ...of });
  }
  const cause = status >= 500 ? 'server_error' : 'unexpected_status';
  return new Unavailable(detail, { cause, retryAfterMs, ...of });
}

function redirectFailure({ location }: HttpAnswer['headers'], url: URL, of: Of): Misconfigured {
  const target = typeof location === 'string' && URL.canParse(location, url.href);
  const to = target ? shownAddress(new URL(location, url)) : 'another address';
  const detail = `${url.host} redirects to ${to}, which is not followed.`;
  return new Misconfigured(detail, { cause: 'redirect', ...of });
}
