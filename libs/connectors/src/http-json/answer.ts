import { Unavailable, type HttpAnswer } from '@trellis/connector-sdk';
import { isTooLarge } from './json-path.js';

/** Lets an answer parse its body once. */
export function parsedOnce(answer: HttpAnswer): HttpAnswer {
  let parsed: { value: unknown } | undefined;
  return Object.assign({}, answer, {
    json: () => (parsed ??= { value: answer.json() }).value,
  });
}

/** Returns the body of an answer. Throws `Unavailable` when it is not JSON, or too large to be searched. */
export function jsonOf(answer: HttpAnswer): unknown {
  const value = answer.json();
  if (isTooLarge(value))
    throw new Unavailable('An answer has too many values to be searched.', {
      cause: 'answer_too_large',
      address: answer.address,
    });
  return value;
}

/** Returns the body of an answer; undefined for one that `jsonOf` refuses, which no path fits. */
export function jsonIn(answer: HttpAnswer): unknown {
  try {
    return jsonOf(answer);
  } catch {
    return undefined;
  }
}
