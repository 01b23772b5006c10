import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import fresh from 'fresh';
import type { Answer, SentFile } from '../answer.js';
import { entityTagOf } from './conditions.js';
import type { Exchange } from '../exchange.js';
import { jsonOf } from './json-text.js';

/** Sends answers, each with its head and body at once and without the checks of `response.send`. */
export interface Sender {
  /** Sends an answer that has a body, or none; returns the size of the body (bytes). */
  answer(exchange: Exchange, answer: Answer): number;
  /** Sends a text that changes only with a deployment, or 304 to those who have it. */
  constant(exchange: Exchange, constant: Constant): void;
}

interface Constant {
  /** The text in UTF-8: it is encoded once. */
  bytes: Buffer;
  mediaType: string;
  /** Of the text, byte by byte. */
  etag: string;
  /** The text for those who accept gzip; left out when it is too short to gain from that. */
  gzip?: { bytes: Buffer; etag: string };
}

/** The size (bytes) from which constants are compressed: shorter ones fit into one packet. */
const minCompressedBytes = 1_024;

const encodings = ['gzip', 'identity'];

/** Statuses whose answers never have a body (RFC 9110, sections 15.3.5 and 15.4.5). */
const bodiless = [204, 304];

/** Sends all answers with the given headers and the id of the request. */
export function createSender(security: ReadonlyMap<string, string>): Sender {
  const always = [...security].flat();
  /** Returns the headers of all answers but for those that an answer has itself. */
  const without = (names: string[]) => {
    const own = new Set(names.map((name) => name.toLowerCase()));
    return [...security].filter(([name]) => !own.has(name)).flat();
  };
  const constants = new WeakMap<object, Constant>();

  const headOf = (
    { id, rateLimit }: Exchange,
    { headers = {}, links }: Partial<Answer> = {},
  ): string[] => {
    const replaced = Object.keys(headers).filter((name) => security.has(name.toLowerCase()));
    const head = [...(replaced.length === 0 ? always : without(replaced)), 'X-Request-Id', id];
    if (rateLimit) head.push('RateLimit-Policy', rateLimit.policy, 'RateLimit', rateLimit.state);
    for (const [name, value] of Object.entries(headers)) {
      for (const line of [value].flat()) head.push(name, line);
    }
    if (links) head.push('Link', linkHeader(links));
    return head;
  };

  /** Serializes each object once, however often handlers return it. */
  function constantOf(body: object, mediaType: string): Constant {
    const known = constants.get(body);
    if (known) return known;
    const constant = toConstant(JSON.stringify(body), mediaType);
    constants.set(body, constant);
    return constant;
  }

  function sendConstant(
    { request, response, headers }: Exchange,
    { gzip, mediaType, head, ...constant }: Constant & { head: string[] },
  ): void {
    const isCompressed = gzip !== undefined && request.acceptsEncodings(encodings) === 'gzip';
    const { bytes, etag } = isCompressed ? gzip : constant;
    if (gzip) head.push('Vary', 'Accept-Encoding');
    head.push('ETag', etag, 'Cache-Control', 'no-cache');
    // Other headers have no say: fetch() adds `Cache-Control: no-cache` to conditional requests.
    const given = { 'if-none-match': headers['if-none-match'] };
    if (fresh(given, { etag })) return void response.writeHead(304, head).end();
    if (isCompressed) head.push('Content-Encoding', 'gzip');
    sendFile(response, 200, head, { mediaType: `${mediaType}; charset=utf-8`, bytes });
  }

  return {
    answer(exchange, answer) {
      const { response } = exchange;
      const { status = 200, body, page, file, mediaType = 'application/json', isConstant } = answer;
      const head = headOf(exchange, answer);
      if (file !== undefined) {
        const tag = entityTagOf(answer, file.bytes);
        if (!isUnchanged(exchange, head, tag)) return sendFile(response, status, head, file);
        response.writeHead(304, head).end();
      } else if (page !== undefined) {
        return sendText(response, status, { head, text: page, mediaType: 'text/html' });
      } else if (body === undefined) {
        if (answer.etag !== undefined) head.push('ETag', `"${answer.etag}"`);
        if (!bodiless.includes(status)) head.push('Content-Length', '0');
        response.writeHead(status, head).end();
      } else if (isConstant && status === 200) {
        sendConstant(exchange, { head, ...constantOf(body as object, mediaType) });
      } else {
        const text = jsonOf(body);
        if (isUnchanged(exchange, head, entityTagOf(answer, text)))
          response.writeHead(304, head).end();
        else return sendText(response, status, { head, text, mediaType });
      }
      return 0;
    },
    constant(exchange, constant) {
      sendConstant(exchange, { head: headOf(exchange), ...constant });
    },
  };
}

export function toConstant(text: string, mediaType: string): Constant {
  const digest = createHash('sha256').update(text).digest('base64url');
  const bytes = Buffer.from(text);
  const constant = { bytes, mediaType, etag: `"${digest}"` };
  if (bytes.length < minCompressedBytes) return constant;
  return { ...constant, gzip: { bytes: gzipSync(bytes), etag: `"${digest}-gzip"` } };
}

/** Adds the entity tag of an answer to its head; says whether a caller of GET has what it names. */
function isUnchanged(
  { method, headers }: Exchange,
  head: string[],
  tag: string | undefined,
): boolean {
  if (tag === undefined) return false;
  const etag = `"${tag}"`;
  head.push('ETag', etag, 'Cache-Control', 'no-cache');
  if (method !== 'GET' && method !== 'HEAD') return false;
  const given = headers['if-none-match'];
  return given !== undefined && fresh({ 'if-none-match': given }, { etag });
}

function sendFile(
  response: Response,
  status: number,
  head: string[],
  { mediaType, bytes }: SentFile,
): number {
  head.push('Content-Type', mediaType, 'Content-Length', String(bytes.length));
  response.writeHead(status, head).end(bytes);
  return bytes.length;
}

function sendText(
  response: Response,
  status: number,
  { head, text, mediaType }: { head: string[]; text: string; mediaType: string },
): number {
  const bytes = Buffer.byteLength(text);
  head.push('Content-Type', `${mediaType}; charset=utf-8`);
  head.push('Content-Length', String(bytes));
  response.writeHead(status, head).end(text);
  return bytes;
}

const linkHeader = (links: Record<string, string>): string =>
  Object.entries(links)
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ');
