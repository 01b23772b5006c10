import { RE2JS } from 're2js';

/** The largest program of an expression; a repetition `{n}` is written n times in it. */
const maxProgram = 2_000;

/** The longest text that is searched (characters). */
const maxText = 256;

/** Returns the approximate size of the program of an expression. */
export const programOf = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+),?(\d*)\}/g)].reduce(
    (product, [, from, to]) => product * Math.max(1, Number(from), Number(to)),
    pattern.length,
  );

/**
 * Compiles a regular expression of `match()` and `search()` (I-Regexp, RFC 9485). RE2 matches it in time that is
 * proportional to the text and to the program. Undefined for one that is invalid or too large.
 */
export function compileRegularExpression(
  pattern: string,
): { matches(text: string): boolean; isIn(text: string): boolean } | undefined {
  if (programOf(pattern) > maxProgram) return undefined;
  try {
    const compiled = RE2JS.compile(toRe2(pattern));
    return {
      matches: (text) => text.length <= maxText && compiled.matcher(text).matches(),
      isIn: (text) => text.length <= maxText && compiled.matcher(text).find(),
    };
  } catch {
    return undefined;
  }
}

/** Converts an I-Regexp: its dot matches no line ends, and `^` and `$` are literals. */
const toRe2 = (pattern: string): string =>
  pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|[.^$]/gsu, (token) => {
    if (token === '.') return '[^\\n\\r]';
    return token === '^' || token === '$' ? `\\${token}` : token;
  });
