import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { AuditEntry, Caller } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { createDeadline, type Deadline } from './limits/deadline.js';
import type { Counted } from './limits/rate-limit.js';

/** The identity that a request acts with, from its access token or what replaces one. */
export interface Bearer {
  developer: string;
  /** The client id of the app. */
  app: string;
  /** The only end user for whom it may act. Without one, it is not bound. */
  subject?: string | undefined;
  scopes: string[];
  /** Seconds since the epoch. */
  expiresAt: number;
  /** Whether it comes from a ticket, whose subject the header of the subject does not change. */
  isTicket?: boolean;
  /** Whether it is for the Model Context Protocol alone (RFC 8707). */
  isForMcp?: boolean;
  /** The actor in the audit log; the app by default. */
  actor?: AuditEntry['actor'];
  /** Ids that its audit entries name. */
  auditIds?: string[];
}

/** The bearer of requests without an access token. */
export const nobody: Bearer = { developer: 'nobody', app: 'nobody', scopes: [], expiresAt: 0 };

/** One attempt to answer a request; with an `Idempotency-Key` there may be several. */
export interface Attempt {
  /** The id of what the request creates; with an index where it creates several. */
  newId(index?: number): string;
  /** Whether an earlier attempt may have been carried out, at least in part. */
  isRepetition: boolean;
}

/** The attempt of a request without a key, which nobody can repeat. */
const onlyAttempt: Attempt = { newId: () => newId(), isRepetition: false };

/** A request, its connection, and everything that the steps of the pipeline find out about it. */
export interface Exchange {
  /** Identifies the request in logs, problems and `X-Request-Id`. */
  readonly id: string;
  /** The messages of Express; those of the outer exchange if another operation makes the request. */
  readonly request: Request;
  readonly response: Response;
  readonly method: string;
  /** Path and query as they were requested. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** Whether another operation makes the request, which has no connection of its own. */
  readonly isInner: boolean;
  /** The path of the operation, such as `/api/v1/units/:id`. */
  routePath: string;
  /** Whether problems are shown as pages to browsers. */
  isForPeople: boolean;
  params: Record<string, string>;
  /** The query as it was sent. */
  sentQuery: Record<string, unknown>;

  bearer: Bearer;
  /** The developer, or the network of an anonymous caller: limits count by owner. */
  owner: string;
  /** Ends the turn of the request among those of its owner. */
  endTurn: () => void;
  /** The state of the limits that have counted the request, for its headers. */
  rateLimit: Pick<Counted, 'policy' | 'state'> | undefined;
  /** The acting account and app, once they are verified and counted. */
  identified: Identified | undefined;
  caller: Caller;
  /** From `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  /** The query as its schema returns it. */
  query: Record<string, unknown>;
  bytes: Buffer | undefined;
  deadline: Deadline;
  /** The owner and the operation, by which {@link HeavyRequests} remembers the sizes of answers. */
  loadKey: string | undefined;
  /** The body as it was parsed. */
  sentBody: unknown;
  /** The body as its schema returns it. */
  body: unknown;
  attempt: Attempt;
  /** The id of the audit entry: one that is sent twice is stored once. */
  entryId: string | undefined;
  /** Whether the audit entry was stored in the transaction of the change. */
  isEntryStored: boolean;
  /** When a stream or a long poll began to wait, by `performance.now()`; metrics leave that time out. */
  waitsSince: number | undefined;
}

/** The actor of a request, for the audit log. */
export interface Identified extends Pick<AuditEntry, 'developer' | 'actor' | 'subject'> {
  /** Changed resources that the path does not name. */
  ids?: string[];
  /** The error of a request whose answer is not a problem, such as a redirect. */
  error?: string | undefined;
}

/** The members that distinguish an exchange when it begins. */
type Beginning = Pick<Exchange, 'request' | 'response' | 'url' | 'method' | 'headers'>;

const endNothing = () => undefined;

const noDeadline = createDeadline(Infinity);

const harmless = /^[\w.:-]{1,128}$/;

/** Takes over the caller's `X-Request-Id` if it is harmless, and makes an id otherwise. */
export function createExchange(request: Request, response: Response): Exchange {
  const { method, originalUrl: url, headers } = request;
  const given = headers['x-request-id'];
  const id = typeof given === 'string' && harmless.test(given) ? given : randomUUID();
  return begin(id, { request, response, url, method, headers }, false);
}

/** Creates the exchange of a request that an operation makes for its own caller, on the same connection. */
export function createInnerExchange(
  { id, request, response }: Exchange,
  { url, method, headers }: Pick<Exchange, 'url' | 'method' | 'headers'>,
): Exchange {
  return begin(id, { request, response, url, method, headers }, true);
}

/** Lists every member, so that all exchanges have one hidden class in V8. */
const begin = (
  id: string,
  { request, response, url, method, headers }: Beginning,
  isInner: boolean,
): Exchange => ({
  id,
  request,
  response,
  method,
  url,
  headers,
  startedAt: performance.now(),
  isInner,
  routePath: 'unknown',
  isForPeople: false,
  params: {},
  sentQuery: {},
  bearer: nobody,
  owner: '',
  endTurn: endNothing,
  rateLimit: undefined,
  identified: undefined,
  caller: nobody,
  idempotencyKey: undefined,
  query: {},
  bytes: undefined,
  deadline: noDeadline,
  loadKey: undefined,
  sentBody: undefined,
  body: undefined,
  attempt: onlyAttempt,
  entryId: undefined,
  isEntryStored: false,
  waitsSince: undefined,
});

/** Returns a header by its name, in whatever case. */
export function headerOf({ headers }: Pick<Exchange, 'headers'>, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Makes the exchange available to the pages that Express serves. */
export function attachExchange(exchange: Exchange): void {
  exchange.response.locals.exchange = exchange;
}

/** Returns the exchange of a response that no operation answers. */
export const exchangeOf = ({ locals }: Response): Exchange => locals.exchange as Exchange;
