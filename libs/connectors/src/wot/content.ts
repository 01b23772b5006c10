import type { HttpAnswer, PropertyAffordance } from '@trellis/connector-sdk';
import type { Form } from './form.js';

const isText = (mediaType: string): boolean => /^\s*text\/plain/i.test(mediaType);

/**
 * What an answer holds, by its media type. A text is what the data schema says it is: `21.5` is a
 * number where one is described. Throws `Unavailable` when it is not what it says.
 */
export function valueOf(
  answer: HttpAnswer,
  form: Pick<Form, 'accept' | 'wrappedIn'>,
  schema: PropertyAffordance = {},
): unknown {
  const said = answer.headers['content-type'];
  const mediaType = typeof said === 'string' ? said : form.accept;
  if (!isText(mediaType)) return unwrap(answer.json(), form.wrappedIn);
  const isOther = schema.type !== undefined && schema.type !== 'string';
  return isOther ? unwrap(answer.json(), form.wrappedIn) : answer.text;
}

/** WebThings answer with an object that has the value under the name of the property or action. */
export function unwrap(value: unknown, name: string | undefined): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : value;
}

/** A value as a form wants it sent. */
export function bodyOf({ contentType }: Pick<Form, 'contentType'>, value: unknown): string {
  return isText(contentType) && typeof value === 'string' ? value : JSON.stringify(value);
}
