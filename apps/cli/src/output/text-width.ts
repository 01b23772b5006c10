import truncate from 'cli-truncate';
import stringWidth from 'string-width';

/**
 * Printable ASCII and Latin letters without combining marks, each of which is one column wide. Most texts have nothing
 * else, and to find the width of any other takes fifty times as long.
 */
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** How many columns of a terminal a text takes that has no control characters. */
export const textWidth = (text: string): number =>
  narrow.test(text) ? text.length : stringWidth(text);

/** A text that is wider than some columns, cut off there. */
export const cutOff = (text: string, columns: number): string =>
  narrow.test(text) ? `${text.slice(0, columns - 1)}…` : truncate(text, columns);
