import { type HttpAnswer, parseJson, type PropertyAffordance } from '@trellis/connector-sdk';
import type { Form } from './form.js';

const isText = (mediaType: string): boolean => /^\s*text\/plain/i.test(mediaType);

/**
 * Reads the value in a response, by its media type. A text is parsed as the data schema says: `21.5` is a number if
 * the schema describes one. Throws `Unavailable` when the body is malformed.
 */
export function valueOf(
  answer: HttpAnswer,
  form: Pick<Form, 'accept' | 'wrappedIn'>,
  schema: PropertyAffordance = {},
): unknown {
  const said = answer.headers['content-type'];
  const mediaType = typeof said === 'string' ? said : form.accept;
  if (isText(mediaType) && isTextual(schema)) return answer.text;
  return unwrap(answer.json(), form.wrappedIn);
}

/** Reads the value in an event of a form's server; undefined when it is malformed. */
export function valueInEvent(
  text: string,
  { accept }: Pick<Form, 'accept'>,
  schema: PropertyAffordance = {},
): unknown {
  return isText(accept) && isTextual(schema) ? text : parseJson(text);
}

const isTextual = ({ type }: PropertyAffordance): boolean =>
  type === undefined || type === 'string';

/** Unwraps a value of a WebThing, which is in an object under the name of the property or action. */
export function unwrap(value: unknown, name: string | undefined): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : value;
}

export function bodyOf({ contentType }: Pick<Form, 'contentType'>, value: unknown): string {
  return isText(contentType) && typeof value === 'string' ? value : JSON.stringify(value);
}

const maxDepth = 32;

/** Returns whether JSON is safe to process: not nested too deeply to recurse, without infinite numbers (`1e999`). */
export function isPlainJson(given: unknown): boolean {
  let level: unknown[] = [given];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) return false;
      if (typeof value !== 'object' || value === null) continue;
      for (const member of Object.values(value)) next.push(member);
    }
    level = next;
  }
  return true;
}
