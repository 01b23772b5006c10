import { isUtf8 } from 'node:buffer';
import { Problem } from '@trellis/contracts';
import express, { type Request, type Response } from 'express';

/** The largest body (bytes). */
export const maxBodyBytes = 1024 * 1024;

/** How deeply a body may be nested. */
const maxDepth = 200;

const json = express.json({
  limit: maxBodyBytes,
  strict: false,
  type: ['json', '+json'],
  verify: (_request, _response, bytes) => {
    if (!isUtf8(bytes)) throw notJson('The body is not UTF-8.');
    rejectRoundedIntegers(bytes.toString('utf8'));
  },
});
const form = express.urlencoded({ limit: maxBodyBytes, extended: false });

/** Reads and parses the body of a request, in the media type that the operation takes. */
export async function readBody(
  request: Request,
  response: Response,
  { form: isForm, optionalBody }: { form?: boolean; optionalBody?: boolean },
): Promise<unknown> {
  const hasBody =
    'transfer-encoding' in request.headers || Number(request.headers['content-length']) > 0;
  if (!hasBody && isForm) return {};
  if (!hasBody && optionalBody) return undefined;
  if (!hasBody) throw notJson('A body is required.');
  const expected = isForm ? ['urlencoded'] : ['json', '+json'];
  if (!request.is(expected)) {
    throw new Problem(
      'unsupported_media_type',
      `The body must be ${isForm ? 'application/x-www-form-urlencoded' : 'application/json'}.`,
    );
  }
  await new Promise<void>((resolve, reject) => {
    (isForm ? form : json)(request, response, (error?: unknown) =>
      error ? reject(bodyProblem(error)) : resolve(),
    );
  });
  rejectLossy(request.body);
  return request.body;
}

/** Parses JSON as a body is parsed; throws `invalid_request`. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw notJson('The text is not UTF-8.');
  const text = bytes.toString('utf8');
  rejectRoundedIntegers(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson('The text is not valid JSON.');
  }
  rejectLossy(value);
  return value;
}

/** Errors of body-parser, which tells them apart by `type` and `status`. */
function bodyProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') {
    return new Problem('body_too_large', `A body may have at most ${maxBodyBytes} bytes.`);
  }
  if (status === 415) {
    return new Problem('unsupported_media_type', 'The encoding of the body is not supported.');
  }
  return notJson('The body is not valid JSON.');
}

const notJson = (detail: string) =>
  new Problem('invalid_request', detail, { errors: [{ pointer: '', detail }] });

/** A JSON string (to be skipped) or number. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The digits of the largest number in JavaScript. */
const maxDigits = 309;

/** Rejects integers that JavaScript would round: they would not come back as they were sent. */
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
