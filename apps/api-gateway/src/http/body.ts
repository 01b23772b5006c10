import { isUtf8 } from 'node:buffer';
import { Problem } from '@trellis/contracts';
import express, { type Request, type Response } from 'express';
import type { Operation } from './operation.js';

/** The largest body, in bytes. */
export const bodyLimit = 1024 * 1024;

/** How deep the members of a body may be nested. */
const depthLimit = 200;

const json = express.json({
  limit: bodyLimit,
  strict: false,
  type: ['json', '+json'],
  verify: (_request, _response, bytes) => {
    if (!isUtf8(bytes)) throw notJson('The body is not UTF-8.');
    refuseRoundedIntegers(bytes.toString('utf8'));
  },
});
const form = express.urlencoded({ limit: bodyLimit, extended: false });

/** The body of a request as data, of the media type that the operation takes. */
export async function readBody(
  request: Request,
  response: Response,
  { form: isForm, optionalBody }: Operation,
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
  refuseUnstorable(request.body);
  return request.body;
}

/** The failures of the body parsers, by their `type` (body-parser documentation). */
function bodyProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') {
    return new Problem('body_too_large', `A body may have ${bodyLimit} bytes.`);
  }
  if (status === 415) {
    return new Problem('unsupported_media_type', 'The encoding of the body is not supported.');
  }
  return notJson('The body is not valid JSON.');
}

const notJson = (detail: string) =>
  new Problem('invalid_request', detail, { errors: [{ pointer: '', detail }] });

/** A text (to be passed over) or a number of JSON. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The largest number that JavaScript knows has so many digits. */
const mostDigits = 309;

/** Refuses integers that JavaScript would round: they could not be given back as they came. */
function refuseRoundedIntegers(body: string): void {
  if (!/\d{16}/.test(body)) return;
  for (const [token] of body.matchAll(textOrNumber)) {
    if (!/^-?\d{16,}$/.test(token)) continue;
    if (token.length < mostDigits && BigInt(Number(token)) === BigInt(token)) continue;
    throw notJson('The body has an integer with too many digits; send it as a text.');
  }
}

/** Refuses what could not be given back as it came: numbers beyond range, and bottomless nesting. */
function refuseUnstorable(body: unknown): void {
  const open = [{ value: body, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw notJson('The body has a number that is too large.');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === depthLimit) throw notJson(`The body is nested deeper than ${depthLimit}.`);
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
}
