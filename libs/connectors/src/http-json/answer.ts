import { Unavailable, type HttpAnswer } from '@trellis/connector-sdk';
import type { Request } from './description/requests.js';
import { isTooLarge } from './json-path.js';
import { parseXml } from './xml.js';

/** Lets an answer parse its body once, by its format. */
export function parsedOnce(answer: HttpAnswer, format: Request['answer_as'] = 'json'): HttpAnswer {
  let parsed: { value: unknown } | undefined;
  const parse = format === 'xml' ? () => xmlIn(answer) : answer.json;
  return Object.assign({}, answer, { json: () => (parsed ??= { value: parse() }).value });
}

/** Returns the header that requests the format of an answer; JSON is requested anyway. */
export const acceptOf = ({ answer_as }: Pick<Request, 'answer_as'>): Record<string, string> =>
  answer_as === 'xml' ? { accept: 'application/xml, text/xml' } : {};

function xmlIn({ text, address, status }: HttpAnswer): unknown {
  try {
    return parseXml(text);
  } catch {
    const facts = { cause: 'unexpected_form', address, status } as const;
    throw new Unavailable('The answer is not XML, or has too many elements.', facts);
  }
}

/** Returns the body of an answer. Throws `Unavailable` when it has another format, or is too large to be searched. */
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
