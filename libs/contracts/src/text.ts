import { z } from 'zod';

/** Returns the length in Unicode code points, as JSON Schema counts. */
const length = (text: string): number => [...text].length;

/** Returns whether PostgreSQL can store a text: it has no U+0000 and no lone surrogates. */
const storable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

// eslint-disable-next-line no-control-regex -- it matches control characters
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

export const text = z
  .string()
  .refine((value) => length(value) >= 1 && length(value) <= 256, 'Must have 1 to 256 characters.')
  .refine(storable, 'Must be well-formed Unicode without U+0000.')
  .meta({ minLength: 1, maxLength: 256 });

/**
 * A text of 1 to 256 characters, none of them a control character, that can be a segment of a path:
 * clients resolve `.` and `..` there, however they are encoded (WHATWG URL).
 */
export const plainText = text
  .refine((value) => !controlCharacter.test(value), 'Must not have control characters.')
  .refine((value) => value !== '.' && value !== '..', 'Must not be `.` or `..`.');

/** Returns whether a text can be a name or an id; others need not be looked up. */
export const isPlainText = (value: string): boolean => plainText.safeParse(value).success;

/** A storable text of any length. */
export const longText = z.string().refine(storable, 'Must be well-formed Unicode without U+0000.');

/** Any JSON value. Unchecked, so that zod neither copies it nor drops a member such as `__proto__`. */
export const anyJson = z
  .unknown()
  .refine((value): boolean => value !== undefined, 'Required; may be null.')
  .meta({ description: 'Any JSON value.' });
