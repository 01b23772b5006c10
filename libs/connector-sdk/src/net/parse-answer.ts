import type { z } from 'zod';
import { Unavailable } from '../failure.js';
import type { HttpAnswer } from './request.js';

/** Reads the JSON of an answer. Throws `Unavailable`, with the place that does not fit, when it has another form. */
export function parseAnswer<Content>(
  answer: Pick<HttpAnswer, 'json' | 'address' | 'status'>,
  schema: z.ZodType<Content>,
): Content {
  const result = schema.safeParse(answer.json());
  if (result.success) return result.data;
  const path = jsonPath(result.error.issues[0]?.path ?? []);
  const { address, status } = answer;
  const from = address === undefined ? '' : ` of ${new URL(address).host}`;
  throw new Unavailable(`The answer${from} does not have the expected form at ${path}.`, {
    cause: 'unexpected_form',
    address,
    status,
    path,
  });
}

/** Writes where a value is, as a normalized JSONPath with short names (RFC 9535): `$.homes[0].id`. */
const jsonPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((before, one) => {
    if (typeof one === 'number') return `${before}[${one}]`;
    const name = String(one);
    return /^[a-z_]\w*$/i.test(name) ? `${before}.${name}` : `${before}[${JSON.stringify(name)}]`;
  }, '$');
