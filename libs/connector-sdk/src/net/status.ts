import { Rejected, Unauthorized, Unavailable } from '../failure.js';
import type { HttpAnswer, HttpRequest } from './request.js';

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

/** Returns the target of the link with `rel="next"` (RFC 8288, section 3). */
export function nextLink(header: string | string[] | undefined): string | undefined {
  const links = [header ?? []]
    .flat()
    .join(',')
    .slice(0, 16 * 1024);
  for (const [, target, parameters] of links.matchAll(/<([^<>]*)>((?:"[^"]*"|[^",<])*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(parameters!) ?? [];
    if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3); returns milliseconds. */
export function parseRetryAfterMs(
  header: string | string[] | undefined,
  now = Date.now(),
): number | undefined {
  if (typeof header !== 'string') return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
