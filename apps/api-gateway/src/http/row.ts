import type { ProblemCode, Scope } from '@trellis/contracts';
import type { z } from 'zod';
import type { Answer, EventStream, SentFile } from './answer.js';
import type { IdForms } from './ids.js';
import type { SubjectUse } from './subject.js';
import type { Tag } from './tags.js';

/** What a request changes besides what its path names, for the audit log. */
export interface Touched {
  ids?: string[];
  items?: { succeeded: number; failed: number };
}

export type Schema = z.ZodType | undefined;
export type OtherAnswers = Record<number, { description: string; answer?: z.ZodType }>;
export type MediaTypes = Record<string, z.ZodType>;
export type MediaTypeNames = readonly string[] | undefined;

/** Everything that is said about an endpoint, apart from what it does. */
export interface Row<
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
export type AnswerOf<
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
