import { Problem } from '@trellis/contracts';
import { subjectHeader } from './subject.js';
import type { Answer } from '../answer.js';
import { type Exchange, nobody } from '../exchange.js';
import { idempotencyHeader, replayedHeader } from '../idempotency.js';
import { limitOriginLookup, type Limits } from '../limits/limits.js';
import type { Operation } from '../operation.js';
import type { Route } from '../routes.js';

/** The origins of web pages that may read answers. */
export interface Origins {
  /** Returns whether pages of an origin may read answers to an app; without one, answers to any app. */
  allow(origin: string, app?: { developer: string; client_id: string }): Promise<boolean>;
  /** Returns whether it is known without a look-up whether any app lists an origin. */
  isKnown(origin: string): boolean;
}

interface CorsOptions {
  origins: Origins;
  limits: Limits;
}

/** How long a browser keeps the answer to a preflight (s). */
const maxAgeSeconds = 600;

/** Headers that pages may send, besides those that all may. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  subjectHeader,
  idempotencyHeader,
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Prefer',
  'traceparent',
  'tracestate',
  'X-Request-Id',
].join(', ');

/** Headers of answers that pages may read, besides those that all may. */
const exposedHeaders = [
  'Allow',
  'ETag',
  'Link',
  'Location',
  'Mcp-Session-Id',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  replayedHeader,
].join(', ');

/** Returns whether web pages may use an operation: those with an access token, public data, and those of MCP clients. */
export const isForPages = ({ access, method, answer }: Operation): boolean =>
  access.scope !== 'public' ||
  access.servesMcpClients === true ||
  (method === 'get' && !answer.forPeople);

/** Returns whether pages of every origin may read the answer to a request. Never one with the secret of an app. */
const isOfMcpClient = (
  { access }: Operation,
  { bearer, headers: { authorization = '' }, sentBody }: Exchange,
): boolean =>
  access.servesMcpClients === true &&
  (bearer === nobody || bearer.isForMcp === true) &&
  !/^basic\b/i.test(authorization) &&
  !(typeof sentBody === 'object' && sentBody !== null && 'client_secret' in sentBody);

/** Returns whether a browser asks for the permissions of a page (Fetch, section 3.3.2). */
export const isPreflight = ({ method, headers }: Exchange): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/**
 * Answers a preflight, which has no access token: any app may be the one that allows the origin. Undefined when no
 * page may use the path.
 */
export async function answerPreflight(
  route: Pick<Route, 'allow' | 'operationOf'>,
  exchange: Exchange,
  options: CorsOptions,
): Promise<Answer | undefined> {
  const methods = route.allow.filter((method) => isForPages(route.operationOf(method)!));
  if (methods.length === 0) return undefined;
  exchange.routePath = route.operationOf(methods[0]!)!.path;
  const isOpen = methods.some((method) => route.operationOf(method)!.access.servesMcpClients);
  if (!isOpen) await requireListed(exchange, options);
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': isOpen ? '*' : exchange.headers.origin!,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': String(maxAgeSeconds),
    },
  };
}

/** Throws `origin_not_allowed` for web pages that may not use an operation. */
export async function requireOrigin(
  row: Operation,
  exchange: Exchange,
  options: CorsOptions,
): Promise<void> {
  if (!isOfMcpClient(row, exchange)) await requireListed(exchange, options);
}

/** Throws `origin_not_allowed` for web pages whose origin no app lists. */
async function requireListed(exchange: Exchange, { origins, limits }: CorsOptions): Promise<void> {
  const { origin } = exchange.headers;
  if (origin === undefined) return;
  if (!origins.isKnown(origin)) await limitOriginLookup(limits, exchange);
  if (await origins.allow(origin)) return;
  throw new Problem('origin_not_allowed', 'Pages of this origin cannot use the interface.');
}

/**
 * Lets the page that sent a request read its answer, if the app of its access token lists the origin of the page.
 * Without a valid access token, any app may list it: the page must be able to read that problem, too. If the look-up
 * fails, the page reads nothing.
 */
export async function exposeToPage(
  row: Operation,
  exchange: Exchange,
  { origins, limits }: CorsOptions,
): Promise<void> {
  const { bearer, headers, response } = exchange;
  const { origin } = headers;
  if (origin === undefined) return;
  if (isOfMcpClient(row, exchange)) return expose(response, '*');
  // The request has the secret of an app, which no page may have.
  if (row.access.servesMcpClients && row.access.scope === 'public') return;
  const app =
    bearer === nobody ? undefined : { developer: bearer.developer, client_id: bearer.app };
  try {
    if (!app && !origins.isKnown(origin)) await limitOriginLookup(limits, exchange);
    if (!(await origins.allow(origin, app))) return;
  } catch {
    return;
  }
  expose(response, origin);
}

function expose(response: Exchange['response'], origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
}
