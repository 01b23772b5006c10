import { createHash } from 'node:crypto';
import { brotliCompressSync, constants as zlib, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import fresh from 'fresh';
import type { Answer, SentFile } from '../answer.js';
import {
  acceptedEncoding,
  createCompressor,
  type Encoding,
  isByCookie,
  minCompressedBytes,
} from './compress.js';
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

interface Sent {
  head: string[];
  text: string;
  mediaType: string;
}

interface Constant {
  /** The text in UTF-8: it is encoded once. */
  bytes: Buffer;
  mediaType: string;
  /** Of the text, byte by byte. */
  etag: string;
  /** The compressed text; left out when it is too short to gain from that. */
  encoded?: Record<Encoding, { bytes: Buffer; etag: string }>;
}

/** The size (bytes) from which constants are compressed: shorter ones fit into one packet. */
const minConstantBytes = 1_024;

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
  const compressor = createCompressor();

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
    { response, headers }: Exchange,
    { encoded, mediaType, head, ...constant }: Constant & { head: string[] },
  ): void {
    const encoding = encoded && acceptedEncoding(headers);
    const { bytes, etag } = encoding ? encoded[encoding] : constant;
    if (encoded) head.push('Vary', 'Accept-Encoding');
    head.push('ETag', etag, 'Cache-Control', 'no-cache');
    // Other headers have no say: fetch() adds `Cache-Control: no-cache` to conditional requests.
    const given = { 'if-none-match': headers['if-none-match'] };
    if (fresh(given, { etag })) return void response.writeHead(304, head).end();
    if (encoding) head.push('Content-Encoding', encoding);
    sendFile(response, 200, head, { mediaType: `${mediaType}; charset=utf-8`, bytes });
  }

  /** Sends JSON, compressed if it is long; returns its size without compression. */
  function answerJson(exchange: Exchange, answer: Answer, sent: Sent): number {
    const { response, headers } = exchange;
    const { head, text, mediaType } = sent;
    const { status = 200 } = answer;
    const mayCompress =
      text.length >= minCompressedBytes && exchange.method !== 'HEAD' && !isByCookie(headers);
    const encoding = mayCompress && compressor.hasRoom() ? acceptedEncoding(headers) : undefined;
    if (mayCompress) head.push('Vary', 'Accept-Encoding');
    if (isUnchanged(exchange, head, { tag: entityTagOf(answer, text), encoding })) {
      response.writeHead(304, head).end();
      return 0;
    }
    if (!encoding) return sendText(response, status, sent);
    void compressor.compress(text, encoding).then((bytes) => {
      // A request that has taken too long meanwhile has got another answer.
      if (response.headersSent) return;
      if (!bytes) return void response.destroy();
      head.push('Content-Encoding', encoding);
      sendFile(response, status, head, { mediaType: `${mediaType}; charset=utf-8`, bytes });
    });
    return Buffer.byteLength(text);
  }

  return {
    answer(exchange, answer) {
      const { response } = exchange;
      const { status = 200, body, page, file, mediaType = 'application/json', isConstant } = answer;
      const head = headOf(exchange, answer);
      if (file !== undefined) {
        const tag = entityTagOf(answer, file.bytes);
        if (!isUnchanged(exchange, head, { tag })) return sendFile(response, status, head, file);
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
        return answerJson(exchange, answer, { head, text: jsonOf(body), mediaType });
      }
      return 0;
    },
    constant(exchange, constant) {
      sendConstant(exchange, { head: headOf(exchange), ...constant });
    },
  };
}

/** Higher levels take seconds for the OpenAPI document. */
const constantOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 6 } };

export function toConstant(text: string, mediaType: string): Constant {
  const digest = createHash('sha256').update(text).digest('base64url');
  const bytes = Buffer.from(text);
  const constant = { bytes, mediaType, etag: `"${digest}"` };
  if (bytes.length < minConstantBytes) return constant;
  const encoded = {
    br: { bytes: brotliCompressSync(bytes, constantOptions), etag: `"${digest}-br"` },
    gzip: { bytes: gzipSync(bytes), etag: `"${digest}-gzip"` },
  };
  return { ...constant, encoded };
}

/** The endings of the tags of compressed answers, each of which needs one of its own (RFC 9110, section 8.8.3). */
const encodedEnding = /\.(?:br|gzip)(?=")/g;

/**
 * Adds the entity tag of an answer to its head; says whether a caller of GET has what it names, in whatever coding.
 */
function isUnchanged(
  { method, headers }: Exchange,
  head: string[],
  { tag, encoding }: { tag: string | undefined; encoding?: Encoding | undefined },
): boolean {
  if (tag === undefined) return false;
  head.push('ETag', encoding ? `"${tag}.${encoding}"` : `"${tag}"`, 'Cache-Control', 'no-cache');
  if (method !== 'GET' && method !== 'HEAD') return false;
  const given = headers['if-none-match']?.replaceAll(encodedEnding, '');
  return given !== undefined && fresh({ 'if-none-match': given }, { etag: `"${tag}"` });
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

function sendText(response: Response, status: number, { head, text, mediaType }: Sent): number {
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
