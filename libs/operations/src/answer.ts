import type { ServerSentEvent } from './answers/event-stream.js';

/** An answer: a body, an event stream, lines, or none of them. */
export interface Answer {
  /** The status of the row by default. */
  status?: number;
  /** A header with several values has several lines. */
  headers?: Record<string, string | string[]>;
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
  page?: string;
  /** Whether a repetition of the request may be answered otherwise; nothing is stored then. */
  provisional?: boolean;
  stream?: EventStream<unknown>;
  /** JSON, one value per line. */
  lines?: AsyncIterable<unknown>;
  /** Lines of a table. */
  table?: SentTable;
  file?: SentFile;
}

/** Rows that are sent as CSV (RFC 4180), after the names of their columns. */
export interface SentTable {
  columns: readonly string[];
  rows: AsyncIterable<Readonly<Record<string, unknown>>>;
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
