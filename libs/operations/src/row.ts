import type { ProblemCode, Scope } from '@trellis/contracts';
import type { z } from 'zod';
import type { IdForms } from './access/ids.js';
import type { Answer, EventStream, SentFile, SentTable } from './answer.js';

/** An endpoint, apart from its route and its handler: its checks and its part of the OpenAPI document. */
export interface Row<Body extends z.ZodType, Query extends z.ZodObject, Out extends AnswerRow> {
  /** The group of operations that it belongs to in the OpenAPI document. */
  tag: string;
  /** Its name in the OpenAPI document (`operationId`), in generated clients, and in the audit log. */
  id: string;
  summary: string;
  /** Its effect, its limits, and the meaning of a repetition and of a subject. */
  description: string;
  /** The reason why it is not in the OpenAPI document. */
  undocumented?: string;
  access: AccessRow;
  input?: InputRow<Body, Query>;
  answer: Out;
  limits?: LimitsRow;
  /** How the audit log describes it; undefined if it changes nothing that belongs there. */
  audit?: AuditRow<Body> | undefined;
}

/** The use that an operation makes of the header of the subject. */
export type SubjectUse = 'required' | 'optional' | 'none';

/** A scope, or several of which one suffices. */
export type NeededScope = Scope | readonly [Scope, ...Scope[]];

export interface AccessRow {
  /**
   * The scope, or one of the scopes, that the access token needs. A connect session, and the session of a person who is
   * signed in, are accepted nowhere else.
   */
  scope: NeededScope | 'any token' | 'connect session' | 'person' | 'public';
  /**
   * Whether it acts for a subject; `none` by default, which refuses access tokens that are bound to one. An operation
   * that acts for a subject must not look beyond it.
   */
  subject?: SubjectUse;
  /** Whether a public operation answers for the account of an access token that is sent. */
  acceptsToken?: boolean;
  /** Whether `?ticket=` may replace the access token, for clients that cannot send headers. */
  acceptsTicket?: boolean;
  /** Whether it refuses web pages whose origin no app lists, instead of only keeping the answer from them. */
  refusesOrigins?: boolean;
  /**
   * Whether MCP clients in browsers may use it from pages of any origin: without an access token, or with one that is for
   * them.
   */
  servesMcpClients?: boolean;
  /** The path of its metadata (RFC 9728), which 401 answers name if MCP clients can get access tokens. */
  metadataPath?: string;
}

export interface InputRow<Body extends z.ZodType, Query extends z.ZodObject> {
  query?: Query;
  /** Further headers that it reads, for the OpenAPI document. */
  headers?: Record<string, z.ZodType>;
  body?: Body;
  /** The schema in the OpenAPI document of a body that is checked part by part. */
  describedBody?: z.ZodType;
  /** Whether the body may be missing. */
  optionalBody?: boolean;
  /** Whether the body is an HTML form instead of JSON. */
  form?: boolean;
  /** Takes a body of these media types (any by default) as it was sent, or none. */
  bytes?: { max: number; types?: readonly string[] };
  /** Takes lines of JSON with this schema, which are read while it answers. */
  lines?: z.ZodType;
  /** Replaces the ids in a body, in whatever form they were sent, by those that services know. */
  bareIds?(body: z.output<Body>, forms: IdForms): z.output<Body>;
}

export interface AnswerRow {
  /** The status of success. */
  status: number;
  body?: z.ZodType;
  /** Media type of the body; `application/json` by default. */
  mediaType?: string;
  /** Further media types of the same answer, with the schemas of their bodies. */
  otherMediaTypes?: Readonly<Record<string, z.ZodType>>;
  /** Further statuses of success. */
  others?: Readonly<Record<number, { description: string; body?: z.ZodType }>>;
  /** Answers with server-sent events, whose data has this schema. */
  events?: z.ZodType;
  /** Answers with lines of JSON, each of which has this schema. */
  lines?: z.ZodType;
  /** Whether it answers `Accept: text/csv` with a table of everything, in place of a page. */
  csv?: boolean;
  /** Answers with a file of one of these media types. */
  files?: readonly string[];
  /**
   * Whether the answer changes only with a deployment. It then has an `ETag`, and a body that a handler returns again
   * is serialized once.
   */
  isConstant?: boolean;
  /** The reason why its answers have no `ETag`; by default those of `get` do, unless they are streams or lines. */
  unversioned?: string;
  /** Whether end users open it in their browsers, which are shown a problem as a page. */
  forPeople?: boolean;
  /** Problems besides those that follow from the rest of the row. */
  problems?: readonly ProblemCode[];
}

export interface LimitsRow {
  /** Whether it is exempt from the rate limit. */
  unlimited?: boolean;
  /** Whether it connects to addresses that the request names, which has a rate limit of its own as well. */
  isTrial?: boolean;
  /**
   * Whether it only calls other operations, which wait for their turns when they are heavy: with a turn of its own, it
   * could wait for itself.
   */
  onlyCalls?: boolean;
  /**
   * How long the calls of a request may take together (ms), by its headers. The same for all rows by default; streams
   * last as long as they are read or written.
   */
  timeoutMs?(header: (name: string) => string | undefined): number;
}

export interface AuditRow<Body extends z.ZodType> {
  /** The type of the changed resource, whose ids come from the path and `touches`. */
  resource: string;
  /** Its name in the audit log, where a query makes another operation of it. */
  operationOf?(query: Readonly<Record<string, unknown>>): string | undefined;
  /** Returns the changes that the path does not name; a created id by default. A refused request has no answer. */
  touches?(body: z.output<Body>, answer: Answer | undefined): Touched;
}

export interface Touched {
  ids?: string[];
  items?: { succeeded: number; failed: number };
}

type Headers = Pick<Answer, 'headers' | 'links' | 'provisional' | 'etag' | 'isConstant'>;

/** An answer with a body of the schema, or without one. */
type Typed<Schema> = Schema extends z.ZodType
  ? Headers & { body: z.output<Schema> }
  : Headers & { body?: never };

type BodyOf<Out> = Out extends { body: infer Schema extends z.ZodType } ? Schema : undefined;

type MediaOf<Out> = Out extends { otherMediaTypes: infer Media } ? Media : Record<never, never>;
type OthersOf<Out> = Out extends { others: infer Others } ? Others : Record<never, never>;

/** The answers that the handler of a row may return. Tuples keep the compiler from widening their statuses. */
export type AnswerOf<Out extends AnswerRow> = [Out] extends [
  { events: infer Event extends z.ZodType },
]
  ? { stream: EventStream<z.output<Event>> }
  : [Out] extends [{ files: readonly string[] }]
    ? { file: SentFile; headers?: Answer['headers']; etag?: string }
    : [Out] extends [{ lines: infer Line extends z.ZodType }]
      ? { lines: AsyncIterable<z.output<Line>> }
      : | (Typed<BodyOf<Out>> & { status?: Out['status']; mediaType?: never })
        // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a handler without a return
        | (BodyOf<Out> extends undefined ? void : never)
        | OtherMediaAnswer<MediaOf<Out>, Out['status']>
        | ([Out] extends [{ csv: true }] ? { table: SentTable } : never)
        | OtherAnswer<OthersOf<Out>>;

type OtherMediaAnswer<Media, Status> = {
  [M in keyof Media]: Typed<Media[M]> & { status?: Status; mediaType: M };
}[keyof Media];

type OtherAnswer<Others> = {
  [S in keyof Others]: Typed<BodyOf<Others[S]>> & { status: S };
}[keyof Others];
