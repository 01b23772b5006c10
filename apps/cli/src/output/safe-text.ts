/**
 * Control characters (C0, DEL, C1), and the characters that reverse the direction of text: a terminal obeys them, and
 * what is printed comes from others.
 */
// eslint-disable-next-line no-control-regex -- it matches control characters
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text as one line that a terminal shows and does not obey. */
export const safeLine = (text: string): string =>
  text
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(unsafe, '\ufffd')
    .toWellFormed();

/** The same for a text of several lines. */
export const safeText = (text: string): string => text.split(/\r?\n/).map(safeLine).join('\n');

/** JSON in which such characters are escaped; `JSON.stringify` leaves most of them as they are. */
export const safeJson = (value: unknown, indent?: number): string =>
  // Line feeds outside of strings are those of the indentation.
  (JSON.stringify(value, null, indent) ?? 'null').replaceAll(unsafe, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
