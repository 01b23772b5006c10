import { isUtf8 } from 'node:buffer';
import { parse as parseForm } from 'node:querystring';
import { Problem } from '@trellis/contracts';
import type { Request } from 'express';
import inflate from 'inflation';
import readBytes from 'raw-body';

/** The largest body (bytes), after it was decompressed. */
export const maxBodyBytes = 1024 * 1024;

/** How deeply a body may be nested. */
const maxDepth = 200;

/** The most fields of a form. */
const maxFields = 1000;

interface BodyOptions {
  /** The body is a form instead of JSON. */
  form?: boolean;
  optionalBody?: boolean;
}

/** Reads and parses the body of a request, in the media type that the operation takes. */
export async function readBody(request: Request, options: BodyOptions): Promise<unknown> {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  const hasBody = encoding !== undefined || Number(length) > 0;
  if (!hasBody && options.form) return {};
  if (!hasBody && options.optionalBody) return undefined;
  if (!hasBody) throw notJson('A body is required.');
  requireMediaType(request, options);
  const bytes = await receive(request);
  return options.form
    ? parseForm(bytes.toString('utf8'), '&', '=', { maxKeys: maxFields })
    : parseJson(bytes);
}

function requireMediaType(request: Request, { form }: BodyOptions): void {
  if (!form && request.headers['content-type'] === 'application/json') return;
  if (request.is(form ? ['urlencoded'] : ['json', '+json'])) return;
  throw new Problem(
    'unsupported_media_type',
    `The body must be ${form ? 'application/x-www-form-urlencoded' : 'application/json'}.`,
  );
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
function bodyProblem(error: unknown): Problem {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') {
    return new Problem('body_too_large', `A body may have at most ${maxBodyBytes} bytes.`);
  }
  if (status === 415) {
    return new Problem('unsupported_media_type', 'The encoding of the body is not supported.');
  }
  return notJson('The body cannot be read.');
}

const notJson = (detail: string) =>
  new Problem('invalid_request', detail, { errors: [{ pointer: '', detail }] });

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
  const open = [{ value: body, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw notJson('The body has a number that is too large.');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth) throw notJson(`The body is nested more than ${maxDepth} levels deep.`);
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
}
