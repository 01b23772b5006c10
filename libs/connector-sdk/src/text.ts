/** Controls, and the ends of lines and paragraphs. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * A text of a remote technology, fit to be a title or a name: one line of at most `maxLength`
 * characters, well-formed and without control characters. Undefined when nothing is left of it, and
 * for anything that is not a text.
 */
export const oneLine = (given: unknown, maxLength = 256): string | undefined =>
  cleaned(given, { maxLength, refused: controls, replacement: ' ' });

/** A text of several lines, such as a description: well-formed, and without U+0000. */
export const multiLine = (given: unknown, maxLength = 4096): string | undefined =>
  cleaned(given, { maxLength, refused: /\0/g, replacement: '' });

/**
 * Whether a text is what `oneLine` would make of it. A text that is sent back as it came, such as the
 * name of an option or a mode, is used only then: a cleaned one would no longer be the same.
 */
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
