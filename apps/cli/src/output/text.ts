import truncate from 'cli-truncate';
import stringWidth from 'string-width';

/**
 * Control characters (C0, DEL, C1), and characters that reverse the direction of text. A terminal would obey them, and
 * the printed texts come from others.
 */
// eslint-disable-next-line no-control-regex -- it matches control characters
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a text as one line without control characters. */
export const safeLine = (text: string): string =>
  text
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(unsafe, '\ufffd')
    .toWellFormed();

/** Returns a text without control characters other than line breaks. */
export const safeText = (text: string): string => text.split(/\r?\n/).map(safeLine).join('\n');

/** Returns JSON with control characters escaped, most of which `JSON.stringify` does not escape. */
export const safeJson = (value: unknown, indent?: number): string =>
  // Line feeds can only be indentation here: JSON escapes those in strings.
  (JSON.stringify(value, null, indent) ?? 'null').replaceAll(unsafe, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Printable ASCII and Latin letters without combining marks, each one column wide. This fast path covers most texts; the
 * general computation takes fifty times as long.
 */
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** Returns the width of a text without control characters, in terminal columns. */
export const textWidth = (text: string): number =>
  narrow.test(text) ? text.length : stringWidth(text);

export const cutOff = (text: string, columns: number): string =>
  narrow.test(text) ? `${text.slice(0, columns - 1)}…` : truncate(text, columns);

/** Wraps a text at spaces. A word that is longer than the width stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && stringWidth(line) + 1 + stringWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
