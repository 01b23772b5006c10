import type { Caller, connectorsContract, ProblemCode, unitsContract } from '@trellis/contracts';
import type { Client } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import type { z } from 'zod';
import type { FollowHints } from '../events/hints.js';
import type { Streams } from '../events/streams.js';
import type { ServerSentEvent } from './event-stream.js';
import type { Hrefs } from './href.js';
import type { Scope } from './scope.js';
import type { SubjectUse } from './subject.js';
import type { Bearer } from './token.js';

/** What operations work with. */
export interface Services {
  units: Client<typeof unitsContract>;
  connectors: Client<typeof connectorsContract>;
  hrefs: Hrefs;
  sealing: Sealing;
  followHints: FollowHints;
  streams: Streams;
  /** Issues access tokens; absent when an external issuer does. */
  issueToken?: ((claims: { sub: string; azp: string; scope: string }) => IssuedToken) | undefined;
}

export interface IssuedToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/** The names of the parameters in a path such as `/units/:id`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export interface OperationRequest<Path extends string, Body, Query> extends Services {
  caller: Caller;
  bearer: Bearer;
  params: Record<ParameterNames<Path>, string>;
  body: Body;
  query: Query;
  header(name: string): string | undefined;
  /** The path and query that were asked for. */
  url: string;
}

/** What an operation answers; its status is that of the row unless it says otherwise. */
export interface Answer {
  status?: number;
  /** JSON. Absent: an empty body. */
  body?: unknown;
  /** Media type of the body; `application/json` by default. */
  type?: string;
  headers?: Record<string, string>;
  /** In place of a body: events as they come; `end` is called when the client has gone. */
  stream?: { events: AsyncIterable<ServerSentEvent>; end(): void };
}

/** An endpoint: everything that is said about it is said in its row. */
export interface Operation<
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> {
  method: 'get' | 'post' | 'put' | 'delete';
  path: Path;
  tag: string;
  summary: string;
  description?: string;
  /** The scope that the access token needs, or that any token or none will do. */
  access: Scope | 'any token' | 'public';
  subject?: SubjectUse;
  /** Whether `?ticket=` may stand for the access token; it opens the thing in the path. */
  ticket?: boolean;
  /** Whether it answers with server-sent events. */
  streams?: boolean;
  /** Whether requests are answered however many there are. */
  unlimited?: boolean;
  query?: Query;
  body?: Body;
  /** Whether the body may be missing. */
  optionalBody?: boolean;
  /** How the body is written; JSON by default. */
  form?: boolean;
  /** Status of success, and its body where it has one. */
  status: number;
  answer?: z.ZodType;
  /** Problems of its own, beyond those that follow from the row. */
  problems?: readonly ProblemCode[];
  /** Further statuses of success. */
  otherAnswers?: Record<number, { description: string; answer?: z.ZodType }>;
  handle(request: OperationRequest<Path, z.output<Body>, z.output<Query>>): Promise<Answer>;
}

/** Declares an endpoint; the types of its parameters, body and query flow from the row. */
export function operation<
  const Path extends string,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(row: Operation<Path, Body, Query>): Operation {
  return row as unknown as Operation;
}
