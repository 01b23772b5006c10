/**
 * A text of a remote technology, fit to be a title or a name: one line of at most `most` characters,
 * well-formed and without control characters; `otherwise` where nothing is left of it.
 */
export function oneLine(given: string | null | undefined, otherwise: string, most = 200): string {
  const line = (given ?? '')
    .slice(0, 4 * most)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return [...line].slice(0, most).join('').trim() || otherwise;
}
