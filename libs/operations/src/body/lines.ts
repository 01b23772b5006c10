import type { Request } from 'express';
import { Problem } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import { drained } from '../answers/event-stream.js';
import { parseJson } from './body.js';
import { liftRequestTime } from './request-time.js';
import type { Exchange } from '../exchange.js';
import { maxBodyBytes } from '../limits/body-budget.js';
import { rateLimitHeaders } from '../limits/limits.js';
import { toLogged } from '../observe/observe-requests.js';

/** The media type of lines, each of which is JSON. */
export const ndjson = 'application/x-ndjson';

/** How long a client may take to send the next part of its lines (ms). */
const idleTimeoutMs = 30_000;

/** How long a client may take to send all of its lines (ms). */
const totalTimeoutMs = 3_600_000;

const newline = 0x0a;

/** A line of a body: its JSON, or what is wrong with it. */
export type Line = ({ value: unknown } | { problem: Problem }) & { bytes: number };

/**
 * Reads the body of a request line by line, as its reader asks for them. Empty lines are passed over but
 * count as lines.
 */
export function readLines(request: Request): AsyncIterable<Line | 'empty'> {
  if (!request.is(ndjson)) {
    throw new Problem('unsupported_media_type', `The body must be ${ndjson}.`);
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new Problem('unsupported_media_type', 'The encoding of the body is not supported.');
  }
  liftRequestTime(request);
  return splitLines(withIdleTimeout(request));
}

async function* withIdleTimeout(request: Request): AsyncGenerator<Buffer> {
  const parts = request.iterator({ destroyOnReturn: false });
  const endsAt = performance.now() + totalTimeoutMs;
  for (;;) {
    const remainingMs = Math.min(idleTimeoutMs, endsAt - performance.now());
    const timer = setTimeout(() => request.destroy(), remainingMs);
    try {
      const { done, value } = (await parts.next()) as IteratorResult<Buffer>;
      if (done) return;
      yield value;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Splits a body into lines; of a line that is too long, nothing is kept. */
async function* splitLines(parts: AsyncIterable<Buffer>): AsyncGenerator<Line | 'empty'> {
  let open: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxBodyBytes) open.push(part);
    else open = [];
  };
  const finish = (): Line | 'empty' => {
    const line = bytes > maxBodyBytes ? tooLong(bytes) : parseLine(Buffer.concat(open));
    open = [];
    bytes = 0;
    return line;
  };
  for await (const part of parts) {
    let start = 0;
    for (let end = part.indexOf(newline); end >= 0; end = part.indexOf(newline, start)) {
      add(part.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    add(part.subarray(start));
  }
  if (bytes > 0) yield finish();
}

const tooLong = (bytes: number): Line => ({
  bytes,
  problem: new Problem('body_too_large', `A line may have at most ${maxBodyBytes} bytes.`),
});

/** Returns whether a line is only white space, such as the carriage return of Windows. */
const isBlank = (bytes: Buffer): boolean =>
  bytes.length < 10 && bytes.toString('utf8').trim() === '';

function parseLine(bytes: Buffer): Line | 'empty' {
  if (isBlank(bytes)) return 'empty';
  try {
    return { value: parseJson(bytes), bytes: bytes.length };
  } catch (problem) {
    if (problem instanceof Problem) return { problem, bytes: bytes.length };
    throw problem;
  }
}

interface SentLines {
  lines: AsyncIterable<unknown>;
  log: Logger;
  mediaType?: string;
  /** Returns a line with its end; JSON by default. */
  toLine?: (line: unknown) => string;
}

const toJsonLine = (line: unknown): string => `${JSON.stringify(line)}\n`;

/** Sends lines as they come, until there are no more or the client has disconnected. */
export async function sendLines(
  exchange: Exchange,
  { lines, log, mediaType = ndjson, toLine = toJsonLine }: SentLines,
): Promise<void> {
  const { request, response } = exchange;
  response.set({
    'Content-Type': mediaType,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    ...rateLimitHeaders(exchange),
  });
  if (request.method === 'HEAD') return void response.end();
  response.flushHeaders();
  try {
    for await (const line of lines) {
      if (response.destroyed) break;
      const hasRoom = response.write(toLine(line));
      // A client may read nothing before it has sent everything.
      if (!hasRoom && request.complete) await drained(response);
    }
    response.end();
  } catch (error) {
    log.warn({ req: toLogged(exchange), err: error }, 'lines ended early');
    response.destroy();
  }
}
