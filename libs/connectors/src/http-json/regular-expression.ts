import { RE2JS } from 're2js';

/** The largest program of an expression; a repetition `{n}` is written n times in it. */
const maxProgram = 2_000;

/** What an expression is matched with (characters); in a longer text nothing is found. */
const maxText = 256;

/** About how large the program of an expression is. */
export const programOf = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+),?(\d*)\}/g)].reduce(
    (product, [, from, to]) => product * Math.max(1, Number(from), Number(to)),
    pattern.length,
  );

/**
 * A regular expression of `match()` and `search()` (I-Regexp, RFC 9485), matched by RE2 in time that is
 * proportional to the text and to the program, whatever the expression. Undefined for one that is not
 * valid, or too large.
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

/** A dot matches neither end of a line in I-Regexp; `^` and `$` stand for themselves. */
const toRe2 = (pattern: string): string =>
  pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|[.^$]/gsu, (token) => {
    if (token === '.') return '[^\\n\\r]';
    return token === '^' || token === '$' ? `\\${token}` : token;
  });
