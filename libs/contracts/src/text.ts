import { z } from 'zod';

/** How many characters (Unicode code points, as JSON Schema counts them) a text has. */
const length = (text: string): number => [...text].length;

/** PostgreSQL stores no U+0000, and a lone surrogate is no character at all. */
const storable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

// eslint-disable-next-line no-control-regex -- that is what it looks for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** A text of 1 to 256 characters. */
export const text = z
  .string()
  .refine((value) => length(value) >= 1 && length(value) <= 256, 'Must have 1 to 256 characters.')
  .refine(storable, 'Must be well-formed Unicode without U+0000.')
  .meta({ minLength: 1, maxLength: 256 });

/**
 * A text of 1 to 256 characters, none of them a control character, that can stand in an address:
 * every client takes `.` and `..` there for steps, whatever their encoding (WHATWG URL).
 */
export const plainText = text
  .refine((value) => !controlCharacter.test(value), 'Must not have control characters.')
  .refine((value) => value !== '.' && value !== '..', 'Must not be a step in an address.');

/** Whether a text could be the name or id of anything; what could not is not worth looking up. */
export const isPlainText = (value: string): boolean => plainText.safeParse(value).success;

/** A text of any length that can be stored. */
export const longText = z.string().refine(storable, 'Must be well-formed Unicode without U+0000.');

/** Any JSON value, kept as it is: zod must neither copy it nor drop a member such as `__proto__`. */
export const anyJson = z
  .unknown()
  .refine((value): boolean => value !== undefined, 'Required; may be null.')
  .meta({ description: 'Any JSON value.' });
