import { z } from 'zod';
import { memberErrors, mergePatch } from './json.js';
import { Problem } from './problems.js';
import { longText } from './text.js';
import { versionOf } from './version.js';

const maxAttributes = 50;
const maxValueLength = 500;

const attributeName = z
  .string()
  .regex(
    /^[A-Za-z][\w.-]{0,39}$/,
    'Must begin with a letter and have at most 40 letters, digits, `_`, `.` and `-`.',
  );

const shortText = longText.refine(
  (value) => [...value].length <= maxValueLength,
  `Must have at most ${maxValueLength} characters.`,
);
const attributeValue = shortText.refine((value) => value !== '', 'Must not be empty.');

const named = <Value extends z.ZodType>(value: Value) =>
  z
    .record(attributeName, value)
    .refine(
      (given) => Object.keys(given).length <= maxAttributes,
      `Must have at most ${maxAttributes} members.`,
    );

/** Texts that an app attaches to a resource. Trellis does not interpret them. */
export const attributes = named(attributeValue).meta({
  description: `Texts of the app: up to ${maxAttributes} members of up to ${maxValueLength} characters.`,
  example: { customer_no: '4711' },
});
export type Attributes = z.infer<typeof attributes>;

/** Returns attributes from a column of JSON; undefined if there are none. */
export const storedAttributes = (column: unknown): Attributes | undefined =>
  attributes.safeParse(column).data;

/** A JSON Merge Patch of attributes. An empty text removes a member, as null does. */
export const attributesPatch = named(shortText.nullable())
  .nullable()
  .meta({
    description: 'Attributes to change: `null` or an empty text removes a member, `null` all.',
    example: { customer_no: '4711', tariff: null },
  });
export type AttributesPatch = z.infer<typeof attributesPatch>;

/** Applies a patch to stored attributes; null if none are left. Throws `invalid_request` for too many. */
export function patchAttributes(
  stored: Attributes | null,
  patch: AttributesPatch,
): Attributes | null {
  const nulled =
    patch && Object.fromEntries(Object.entries(patch).map(([name, text]) => [name, text || null]));
  const { data, error } = attributes.safeParse(mergePatch(stored ?? {}, nulled) ?? {});
  if (error) {
    throw new Problem('invalid_request', 'The attributes would not be valid.', {
      errors: memberErrors(error, ['attributes']),
    });
  }
  return Object.keys(data).length === 0 ? null : data;
}

/**
 * Returns the version of a resource with attributes, given that of the rest. End users read and patch the rest alone, so that
 * theirs tells nothing of attributes.
 */
export const attributedVersion = (version: string, given: Attributes | null | undefined): string =>
  // PostgreSQL orders the members otherwise.
  versionOf([version, Object.entries(given ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
