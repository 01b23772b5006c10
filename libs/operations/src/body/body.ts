import { isUtf8 } from 'node:buffer';
import { parse as parseForm } from 'node:querystring';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Request } from 'express';
import inflate from 'inflation';
import readBytes from 'raw-body';
import { Problem } from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import { maxBodyBytes, smallBodyBytes } from '../limits/body-budget.js';
import { invalidMember } from '../answers/problem.js';

const maxDepth = 200;

const maxFields = 1000;

interface BodyOptions {
  /** The body is a form instead of JSON. */
  form?: boolean;
  optionalBody?: boolean;
  /** The body is of any media type, and is taken as it was sent. */
  bytes?: { max: number };
}

/** Reads the bytes of a body in the media type that the operation takes; undefined when it may be missing, and is. */
export async function receiveBody(
  request: Request,
  options: BodyOptions,
): Promise<Buffer | undefined> {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  if (options.bytes) return receiveAsSent(request, options.bytes.max);
  const hasBody = encoding !== undefined || Number(length) > 0;
  if (!hasBody && options.form) return Buffer.alloc(0);
  if (!hasBody && options.optionalBody) return undefined;
  if (!hasBody) throw notJson('A body is required.');
  requireMediaType(request, options);
  return receive(request);
}

/** Parses the bytes of a body. Owners of large bodies take turns. */
export async function parseBody(
  bytes: Buffer,
  { form }: BodyOptions,
  owner: string,
): Promise<unknown> {
  return form
    ? parseForm(bytes.toString('utf8'), '&', '=', { maxKeys: maxFields })
    : parseInTurn(bytes, owner);
}

const parsing = createRoundRobin({ slots: 1 });

/** Parses one large body in each turn of the event loop, so that other requests come in between. */
export async function parseInTurn(bytes: Buffer, owner: string): Promise<unknown> {
  if (bytes.length <= smallBodyBytes) return parseJson(bytes);
  const release = await parsing.acquire(owner);
  try {
    await yieldToEventLoop();
    return parseJson(bytes);
  } finally {
    release();
  }
}

function requireMediaType(request: Request, { form }: BodyOptions): void {
  if (!form && request.headers['content-type'] === 'application/json') return;
  if (request.is(form ? ['urlencoded'] : ['json', '+json'])) return;
  throw new Problem(
    'unsupported_media_type',
    `The body must be ${form ? 'application/x-www-form-urlencoded' : 'application/json'}.`,
  );
}

/** Returns the bytes exactly as they were sent: signatures of bodies are computed over them. */
async function receiveAsSent(request: Request, limit: number): Promise<Buffer> {
  try {
    return await readBytes(request, { limit, length: request.headers['content-length'] ?? null });
  } catch (error) {
    throw bodyProblem(error, limit);
  }
}

async function receive(request: Request): Promise<Buffer> {
  const { 'content-encoding': encoding, 'content-length': length } = request.headers;
  try {
    if (encoding !== undefined) return await readBytes(inflate(request), { limit: maxBodyBytes });
    return await readBytes(request, { limit: maxBodyBytes, length: length ?? null });
  } catch (error) {
    throw bodyProblem(error);
  }
}

/** Parses JSON as a body is parsed; throws `invalid_request`. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw notJson('The text is not UTF-8.');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson('The text is not valid JSON.');
  }
  rejectRoundedIntegers(text);
  rejectLossy(value);
  return value;
}

/** Errors of raw-body and inflation, which tell them apart by `type` and `status`. */
function bodyProblem(error: unknown, maxBytes = maxBodyBytes): Problem {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') {
    return new Problem('body_too_large', `A body may have at most ${maxBytes} bytes.`);
  }
  if (status === 415) {
    return new Problem('unsupported_media_type', 'The encoding of the body is not supported.');
  }
  return notJson('The body cannot be read.');
}

const notJson = (detail: string) => invalidMember('', detail, detail);

/** A JSON string (to be skipped) or number. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The digits of the largest number in JavaScript. */
const maxDigits = 309;

/**
 * Rejects integers that JavaScript would round: they would not come back as they were sent. Takes valid
 * JSON alone: where a string has no end, the expression would look for it from every quote.
 */
function rejectRoundedIntegers(body: string): void {
  if (!/\d{16}/.test(body)) return;
  for (const [token] of body.matchAll(stringOrNumber)) {
    if (!/^-?\d{16,}$/.test(token)) continue;
    if (token.length < maxDigits && BigInt(Number(token)) === BigInt(token)) continue;
    throw notJson('The body has an integer with too many digits; send it as a string.');
  }
}

/** Rejects what would not come back as it was sent: numbers out of range, and excessive nesting. */
function rejectLossy(body: unknown): void {
  const open: { value: unknown; depth: number }[] = [];
  const check = (value: unknown, depth: number) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw notJson('The body has a number that is too large.');
    }
    if (typeof value !== 'object' || value === null) return;
    if (depth === maxDepth) throw notJson(`The body is nested more than ${maxDepth} levels deep.`);
    open.push({ value, depth });
  };
  check(body, 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    const members = Array.isArray(value) ? value : Object.values(value as object);
    for (const member of members) check(member, depth + 1);
  }
}
