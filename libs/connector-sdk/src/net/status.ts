import { Rejected, Unauthorized, Unavailable } from '../failure.js';
import type { HttpAnswer, HttpRequest } from './request.js';
import { parseRetryAfterMs } from './retry-after.js';

/** Throws the failure for the status of a response, unless the request accepts it. */
export function throwFailure(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  { method = 'GET', accept = [] }: Pick<HttpRequest, 'method' | 'accept'>,
  { host }: URL,
): void {
  if (accept === 'any' || accept.includes(status) || (status >= 200 && status < 300)) return;
  const detail = `${host} answers with status ${status}.`;
  if (status === 401 || status === 403) throw new Unauthorized(detail);
  if (status >= 300 && status < 400) {
    throw new Unavailable(`${host} redirects to another address, which is not followed.`);
  }
  if ([400, 404, 409, 422].includes(status) && method !== 'GET') throw new Rejected(detail);
  throw new Unavailable(detail, { retryAfterMs: parseRetryAfterMs(headers['retry-after']) });
}
