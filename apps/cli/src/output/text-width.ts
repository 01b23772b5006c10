import truncate from 'cli-truncate';
import stringWidth from 'string-width';

/**
 * Printable ASCII and Latin letters without combining marks, each one column wide. This fast path covers most texts; the
 * general computation takes fifty times as long.
 */
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** Returns the width of a text without control characters, in terminal columns. */
export const textWidth = (text: string): number =>
  narrow.test(text) ? text.length : stringWidth(text);

/** Truncates a text that is wider than a number of columns. */
export const cutOff = (text: string, columns: number): string =>
  narrow.test(text) ? `${text.slice(0, columns - 1)}…` : truncate(text, columns);
