import type { IncomingHttpHeaders } from 'node:http';
import type {
  AuditEntry,
  CallName,
  Caller,
  ConnectorsContract,
  Input,
  Output,
  ProblemCode,
  Scope,
  UnitsContract,
} from '@trellis/contracts';
import type { Broker, RpcClient, SubscribeHints } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import type { z } from 'zod';
import type { ReadDescriptions } from '../descriptions/keep.js';
import type { ModelProcessor } from '../model-processor/processor.js';
import type { BrowserCookies } from './browser-cookie.js';
import type { Deadline } from './deadline.js';
import type { ServerSentEvent } from './event-stream.js';
import type { Line } from './lines.js';
import type { Hrefs } from './hrefs.js';
import type { IdForms } from './ids.js';
import type { IssueToken } from './issue-token.js';
import type { StreamRegistry } from './streams.js';
import type { Tag } from './tags.js';
import type { SubjectUse } from './subject.js';
import type { Origins } from './origins.js';
import type { IsRevoked } from './revocations.js';
import type { Bearer } from './token.js';

/** What operations work with. */
export interface Services {
  /** Calls units-service. */
  units: RpcClient<UnitsContract>;
  /** Calls connector-runtime. */
  connectors: RpcClient<ConnectorsContract>;
  /** The connection to the message queue. */
  queue: Pick<Broker, 'check' | 'clock'>;
  /** What connectors there are. */
  descriptions: ReadDescriptions;
  /** Hears at once of what operations wait for. */
  subscribeHints: SubscribeHints;
  /** The addresses of resources. */
  hrefs: Hrefs;
  /** Recognize the browsers of end users. */
  browserCookies: BrowserCookies;
  /** Encrypts secrets before they are put on a queue. */
  sealing: Sealing;
  /** The event streams that are open at this gateway. */
  streams: StreamRegistry;
  /** Reads and writes models of buildings. */
  models: ModelProcessor;
  /** Whether an app lists an origin of web pages. */
  allowOrigin: Origins['allow'];
  /** Whether an app was revoked. */
  isRevoked: IsRevoked;
  /** Issues access tokens; undefined when an external issuer does. */
  issueToken: IssueToken | undefined;
  /** The address of the external issuer, if there is one that has an address. */
  issuer?: string | undefined;
}

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
  /** Has other operations answer the caller. */
  callOperation: CallOperation;
}

/** What is sent: a body, an event stream, lines, or none of them. */
export interface Answer {
  /** The status of the row by default. */
  status?: number;
  headers?: Record<string, string>;
  /** Addresses by their relation, for the header `Link`. */
  links?: Record<string, string>;
  /** The entity tag, where a digest of what is sent is not it; answers of GET are 304 to those who have it. */
  etag?: string;
  /** See the row. */
  isVersioned?: boolean | undefined;
  /** JSON. */
  body?: unknown;
  /** Media type of the body, when it is not the one of the row. */
  mediaType?: string | undefined;
  /** See the row. */
  isConstant?: boolean | undefined;
  /** HTML, instead of a body. */
  page?: string;
  /** Whether a repetition of the request may be answered otherwise; nothing is stored then. */
  provisional?: boolean;
  stream?: EventStream<unknown>;
  /** JSON, one value per line. */
  lines?: AsyncIterable<unknown>;
  file?: SentFile;
}

/** A body that is no JSON. */
export interface SentFile {
  mediaType: string;
  bytes: Uint8Array;
}

export interface EventStream<Data> {
  events: AsyncIterable<ServerSentEvent<Data>>;
  /** Aborted when the stream has to end. */
  signal: AbortSignal;
  /** Called when the client has disconnected. */
  end(): void;
}

/** Who acts, and for whom. */
export interface Identified extends Pick<AuditEntry, 'developer' | 'actor' | 'subject'> {
  /** What is changed besides what the path names. */
  ids?: string[];
  /** The error with which it ended, where the answer has no problem. */
  error?: string | undefined;
}

/** What a request changes besides what its path names, for the audit log. */
export interface Touched {
  ids?: string[];
  items?: { succeeded: number; failed: number };
}

type Schema = z.ZodType | undefined;
type OtherAnswers = Record<number, { description: string; answer?: z.ZodType }>;
type MediaTypes = Record<string, z.ZodType>;
type MediaTypeNames = readonly string[] | undefined;

/** Everything that is said about an endpoint, apart from what it does. */
interface Row<
  Path extends string,
  Body extends z.ZodType,
  Query extends z.ZodObject,
  Status extends number,
  Success extends Schema,
  Others extends OtherAnswers,
  Media extends MediaTypes,
  Event extends Schema,
  SentLine extends Schema,
  Files extends MediaTypeNames,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: Path;
  tag: Tag;
  /** Its name in the OpenAPI document (`operationId`), in clients that are made from it, and in the audit log. */
  id: string;
  summary: string;
  /** What a caller wants to know: its effect, its limits, what a repetition does, what it does for a subject. */
  description: string;
  /**
   * The scope that the access token needs; or that any valid token, or none, is enough; or that it takes a connect
   * session instead, which is accepted nowhere else.
   */
  access: Scope | 'any token' | 'connect session' | 'public';
  /**
   * Whether it acts for a subject; `none` by default, which refuses access tokens that are bound to one. What acts
   * for a subject must not look beyond it.
   */
  subject?: SubjectUse;
  /**
   * Whether `?ticket=` may replace the access token; a ticket gives access to the thing in the path, or, where there
   * is none, to the stream of all.
   */
  acceptsTicket?: boolean;
  /** Whether end users come here with their browsers, which are shown a problem as a page. */
  forPeople?: boolean;
  /** Why it is not in the OpenAPI document. */
  undocumented?: string;
  /** Whether it refuses what pages send whose origin no app lists, instead of only keeping the answer from them. */
  refusesOrigins?: boolean;
  /** The path of its metadata (RFC 9728), which name the external issuer to those without an access token. */
  metadataPath?: string;
  /** Whether it is exempt from the rate limit. */
  unlimited?: boolean;
  /**
   * Whether its work is done by the operations that it calls, which take turns when they are heavy: with a turn
   * of its own, it could wait for itself.
   */
  onlyCalls?: boolean;
  /** Whether it changes something, which leaves an entry in the audit log; by default all but `get` do. */
  changes?: boolean;
  /** Its name in the audit log where a query makes another operation of it. */
  auditedAs?(query: Readonly<Record<string, unknown>>): string | undefined;
  /**
   * What a request with this body changes besides what its path names; by default what was created. There is
   * no answer when it was refused.
   */
  touches?(body: z.output<Body>, answer: Answer | undefined): Touched;
  /** Has the ids in a body as services know them, in whatever form they were sent. */
  bareIds?(body: z.output<Body>, forms: IdForms): z.output<Body>;
  query?: Query;
  /** Further headers that it looks at, for the OpenAPI document. */
  headers?: Record<string, z.ZodType>;
  body?: Body;
  /** What the OpenAPI document says of a body that is checked part by part. */
  describedBody?: z.ZodType;
  /** Whether the body may be missing. */
  optionalBody?: boolean;
  /** Whether the body is an HTML form instead of JSON. */
  form?: boolean;
  /** Status of success, with the schema of its body if it has one. */
  status: Status;
  answer?: Success;
  /** Media type of the answer; `application/json` by default. */
  mediaType?: string;
  /** Further media types of the same answer, with the schemas of their bodies. */
  otherMediaTypes?: Media;
  /**
   * Whether the answer changes only with a deployment. It is then sent with an `ETag`, and a handler that
   * returns the same object again has it serialized once.
   */
  isConstant?: boolean;
  /** Why its answers have no `ETag`; by default those of `get` do, unless they are streams or lines. */
  unversioned?: string;
  /** Further statuses of success. */
  otherAnswers?: Others;
  /** Answers with server-sent events, whose data has this schema. */
  events?: Event;
  /** Answers with lines of JSON, each of which has this schema. */
  lines?: SentLine;
  /** Answers with a file of one of these media types. */
  files?: Files;
  /** Takes a body of any media type as it was sent, or none, of at most so many bytes. */
  takesBytes?: number;
  /** The media types of these bytes, for the OpenAPI document; any by default. */
  takenTypes?: readonly string[];
  /** Takes lines of JSON as its body, which are read while it answers; this is the schema of one. */
  takesLines?: z.ZodType;
  /**
   * How long the calls of a request may take together (ms), by the headers of the request. The same for
   * all rows by default; streams last for as long as they are read or written.
   */
  timeoutMs?: (header: (name: string) => string | undefined) => number;
  /** Problems of its own, beyond those that follow from the rest of the row. */
  problems?: readonly ProblemCode[];
}

type Headers = Pick<Answer, 'headers' | 'links' | 'provisional' | 'etag'>;

/** An answer whose body is what the schema says, or that has no body. */
type Typed<S extends Schema> = S extends z.ZodType
  ? Headers & { body: z.output<S> }
  : Headers & { body?: never };

type OtherStatus<Others extends OtherAnswers> = keyof Others & number;
type OtherAnswer<Other> = Typed<
  Other extends { answer: infer S extends z.ZodType } ? S : undefined
>;

/** What the handler of a row may answer: the compiler holds it to the schemas of the row. */
type AnswerOf<
  Status extends number,
  Success extends Schema,
  Others extends OtherAnswers,
  Media extends MediaTypes,
  Event extends Schema,
  SentLine extends Schema,
  Files extends MediaTypeNames,
> = Event extends z.ZodType
  ? { stream: EventStream<z.output<Event>> }
  : Files extends readonly string[]
    ? { file: SentFile }
    : SentLine extends z.ZodType
      ? { lines: AsyncIterable<z.output<SentLine>> }
      : | (Typed<Success> & { status?: Status; mediaType?: never })
        // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a handler without a return
        | (Success extends undefined ? void : never)
        | { [M in keyof Media]: Typed<Media[M]> & { status?: Status; mediaType: M } }[keyof Media]
        | {
            [S in OtherStatus<Others>]: OtherAnswer<Others[S]> & { status: S };
          }[OtherStatus<Others>];

/** An endpoint: its route, its checks, its handler and its part of the OpenAPI document. */
export interface Operation extends Row<
  string,
  z.ZodType,
  z.ZodObject,
  number,
  Schema,
  OtherAnswers,
  MediaTypes,
  Schema,
  Schema,
  MediaTypeNames
> {
  handle(request: OperationRequest): Promise<Answer | undefined>;
}

/** Declares an endpoint; the types of its parameters, body, query and answers come from the row. */
export function operation<
  const Path extends string,
  const Status extends number,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Success extends Schema = undefined,
  Others extends OtherAnswers = Record<never, never>,
  Media extends MediaTypes = Record<never, never>,
  Event extends Schema = undefined,
  SentLine extends Schema = undefined,
  const Files extends MediaTypeNames = undefined,
>(
  row: Row<Path, Body, Query, Status, Success, Others, Media, Event, SentLine, Files> & {
    handle(
      request: OperationRequest<Path, z.output<Body>, z.output<Query>>,
    ): Promise<AnswerOf<NoInfer<Status>, Success, Others, Media, Event, SentLine, Files>>;
  },
): Operation {
  return row as unknown as Operation;
}
