import slugify from '@sindresorhus/slugify';

/** Control characters, and the ends of lines and paragraphs. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Cleans a text for a title or a name: one well-formed line without control characters, or undefined. */
export const oneLine = (given: unknown, maxLength = 256): string | undefined =>
  cleaned(given, { maxLength, refused: controls, replacement: ' ' });

/** Cleans a text of several lines, such as a description: well-formed, and without U+0000. */
export const multiLine = (given: unknown, maxLength = 4096): string | undefined =>
  cleaned(given, { maxLength, refused: /\0/g, replacement: '' });

/** Returns whether `oneLine` leaves a text unchanged, so that it can be sent back as it came, such as a mode's name. */
export const isOneLine = (given: unknown, maxLength?: number): given is string =>
  typeof given === 'string' && given === oneLine(given, maxLength);

function cleaned(
  given: unknown,
  { maxLength, refused, replacement }: { maxLength: number; refused: RegExp; replacement: string },
): string | undefined {
  if (typeof given !== 'string') return undefined;
  // A hostile text may be very long. A character has at most two code units.
  const text = given
    .slice(0, 4 * maxLength)
    .toWellFormed()
    .replaceAll(refused, replacement)
    .trim();
  return [...text].slice(0, maxLength).join('').trim() || undefined;
}

/** Converts a text to a name of at most `maxLength` lowercase letters, digits and underscores, or none. */
export function slug(text: string, maxLength = 80): string {
  // A hostile text may be very long.
  return slugify(text.slice(0, 4 * maxLength), { separator: '_' })
    .slice(0, maxLength)
    .replace(/^_+|_+$/g, '');
}
