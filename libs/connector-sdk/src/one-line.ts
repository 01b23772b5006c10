/** Controls and the ends of lines and paragraphs. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * A text of a remote technology, fit to be a title or a name: one line of at most `most` characters,
 * well-formed and without controls. Undefined where nothing is left of it, and for what is no text.
 */
export function oneLine(given: unknown, most = 256): string | undefined {
  if (typeof given !== 'string') return undefined;
  // A character has one or two code units; what is far beyond is not even looked at.
  const line = given
    .slice(0, 4 * most)
    .toWellFormed()
    .replaceAll(controls, ' ')
    .trim();
  return [...line].slice(0, most).join('').trim() || undefined;
}
