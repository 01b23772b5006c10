import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@trellis/contracts';
import type { z } from 'zod';
import type { IdForms } from './access/ids.js';
import type { Answer } from './answer.js';
import type { Line } from './body/lines.js';
import type { Attempt, Bearer, Identified } from './exchange.js';
import type { Deadline } from './limits/deadline.js';
import type { AnswerOf, AnswerRow, Row } from './row.js';

/** The names of the parameters in a path such as `/units/:id`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A request to another operation. */
export interface OperationCall {
  params?: Record<string, string>;
  /** The parameters of the query as an address has them; those that are undefined are left out. */
  query?: Record<string, string | undefined>;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON. */
  body?: unknown;
}

/**
 * Calls another operation, by its id, for the caller of a request: with the checks, the limits and the audit entry of
 * a request of its own, but no connection. Throws its problems.
 */
export type CallOperation = (id: string, call: OperationCall) => Promise<Answer>;

/** A request that has passed all checks, with the services to answer it. */
export interface OperationRequest<
  Path extends string = string,
  Body = unknown,
  Query = unknown,
> extends Attempt {
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
  /** Identifies the actor for the audit log where no access token does. */
  identify(who: Identified): void;
  /** The instant by which the caller must have its answer. */
  deadline: Deadline;
  /** Counts an attempt to authenticate as an app; throws `rate_limited` when there are too many. */
  countAttempt(clientId: string): Promise<void>;
  /** Counts a request to an address of a client; throws `rate_limited` when there are too many. */
  countHook(digest: string): Promise<void>;
  /** The address of the caller. */
  address: string;
  /** Path and query as they were requested. */
  url: string;
  /** Lets the next request of the caller begin: from now on, this one waits for something else, such as a device. */
  endTurn(): void;
  /** Does a part of a large answer when it is the turn of the account, such as a page of an export. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the turn, and notes that the request begins to wait for events, which its metric leaves out. */
  hold(): void;
  /** Calls other operations for the same caller. */
  callOperation: CallOperation;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An endpoint: its route, its row and its handler, which gets the members of a context with each request. */
export interface Operation<Context = unknown> extends Row<z.ZodType, z.ZodObject, AnswerRow> {
  method: Method;
  path: string;
  handle(request: OperationRequest & Context): Promise<Answer | undefined>;
}

/** Declares an endpoint; the types of its parameters, body, query and answers come from its path and its row. */
type Declare<Context> = <
  const Path extends string,
  const Out extends AnswerRow,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  path: Path,
  row: Row<Body, Query, Out> & {
    handle(
      request: OperationRequest<Path, z.output<Body>, z.output<Query>> & Context,
    ): Promise<AnswerOf<Out>>;
  },
) => Operation<Context>;

/** Returns the functions that declare endpoints with a context, by their methods. */
export function operationFor<Context>(): Record<Method, Declare<Context>> {
  const declare = (method: Method) =>
    ((path: string, row: Omit<Operation<Context>, 'method' | 'path'>) => ({
      method,
      path,
      ...row,
    })) as Declare<Context>;
  return {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    patch: declare('patch'),
    delete: declare('delete'),
  };
}
