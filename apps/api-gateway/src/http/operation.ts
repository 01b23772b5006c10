import type { IncomingHttpHeaders } from 'node:http';
import type { CallName, Caller, Input, Output, UnitsContract } from '@trellis/contracts';
import type { z } from 'zod';
import type { Answer } from './answer.js';
import type { Deadline } from './deadline.js';
import type { Identified } from './exchange.js';
import type { IdForms } from './ids.js';
import type { Line } from './lines.js';
import type { AnswerOf, AnswerRow, Row } from './row.js';
import type { Services } from './services.js';
import type { Bearer } from './token.js';

/** The names of the parameters in a path such as `/units/:id`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** One attempt to answer a request; with an `Idempotency-Key` there may be several. */
export interface Attempt {
  /** The id of what the request creates; with an index where it creates several. */
  newId(index?: number): string;
  /** Whether an earlier attempt may have been carried out, at least in part. */
  isRepetition: boolean;
}

/** The calls of units-service that may carry the entry of the request for which they change something. */
type AuditedCall = {
  [Name in CallName<UnitsContract>]: 'audit' extends keyof Input<UnitsContract, Name>
    ? Name
    : never;
}[CallName<UnitsContract>];

/**
 * Calls units-service as `units` does, and has it store the entry of a request that then succeeds, in the
 * transaction of the change: for the one call by which an operation changes something.
 */
export type Change = <Name extends AuditedCall>(
  name: Name,
  input: Omit<Input<UnitsContract, Name>, 'audit'>,
  /** The id of what is created, if something is. */
  created?: string,
) => Promise<Output<UnitsContract, Name>>;

/** What a request asks of another operation. */
export interface OperationCall {
  params?: Record<string, string>;
  /** The parameters of the query as an address has them; those that are undefined are left out. */
  query?: Record<string, string | undefined>;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON. */
  body?: unknown;
}

/**
 * Has another operation, by its id, answer the caller of a request: with the checks, the limits and the entry in the
 * audit log of a request of its own, but no connection. Throws its problems.
 */
export type CallOperation = (id: string, call: OperationCall) => Promise<Answer>;

/** A request that has passed all checks, with the services to answer it. */
export interface OperationRequest<Path extends string = string, Body = unknown, Query = unknown>
  extends Services, Attempt {
  /** Also in `X-Request-Id`, and the `instance` of a problem. */
  requestId: string;
  caller: Caller;
  bearer: Bearer;
  params: Record<ParameterNames<Path>, string>;
  body: Body;
  /** The lines of the body, for operations that take them. */
  lines: AsyncIterable<Line | 'empty'>;
  query: Query;
  /** Reads ids in the query, in whatever form they were sent. */
  idForms: IdForms;
  /** The bytes of the body, for operations that take them. */
  bytes: Buffer;
  headers: IncomingHttpHeaders;
  header(name: string): string | undefined;
  /** Changes something in units-service, together with the entry of the audit log. */
  change: Change;
  /** Tells the audit log who acts, where no access token does. */
  identify(who: Identified): void;
  /** When the caller must have its answer. */
  deadline: Deadline;
  /** Counts an attempt to authenticate as an app; throws `rate_limited` when there are too many. */
  countAttempt(clientId: string): Promise<void>;
  /** Counts a request to an address of a client; throws `rate_limited` when there are too many. */
  countHook(digest: string): Promise<void>;
  /** Path and query as they were requested. */
  url: string;
  /** Says that from now on the request waits for what happens: the metrics leave that out. */
  hold(): void;
  /** Has other operations answer the caller. */
  callOperation: CallOperation;
}

/** An endpoint: its row and its handler. */
export interface Operation extends Row<string, z.ZodType, z.ZodObject, AnswerRow> {
  handle(request: OperationRequest): Promise<Answer | undefined>;
}

/** Declares an endpoint; the types of its parameters, body, query and answers come from the row. */
export function operation<
  const Path extends string,
  const Out extends AnswerRow,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  row: Row<Path, Body, Query, Out> & {
    handle(
      request: OperationRequest<Path, z.output<Body>, z.output<Query>>,
    ): Promise<AnswerOf<Out>>;
  },
): Operation;
export function operation(row: Operation): Operation {
  return row;
}
