import { RE2JS } from 're2js';
import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';
import { argument, integer, textArgument, type Arguments, type Filter } from './filter.js';
import { isTrue } from './truth.js';

/** The longest expression that is compiled (characters). */
const maxLength = 200;

interface Compiled {
  regex: RE2JS;
  /** The most steps that one character of a text takes. */
  program: number;
}

/**
 * A regular expression. RE2 takes time in proportion to the text and to its program, whatever the
 * expression; a repetition `{n}` is written n times in the program. It has neither back-references nor
 * lookarounds, and a template with them has no result.
 */
function compile(
  pattern: string,
  { text, ignoresCase, allowance }: { text: string; ignoresCase: boolean; allowance: Allowance },
): Compiled {
  if (pattern.length > maxLength) throw new TemplateFailure('a regular expression is too long');
  const repetitions = [...pattern.matchAll(/\{(\d+)?,?(\d+)?\}/g)].map(([, from, to]) =>
    Math.max(1, Number(from ?? 1), Number(to ?? 1)),
  );
  const program = pattern.length * repetitions.reduce((product, times) => product * times, 1);
  allowance.use('characters', program + program * (text.length + 1));
  try {
    return { regex: RE2JS.compile(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0), program };
  } catch {
    throw new TemplateFailure('it uses a regular expression that is not supported');
  }
}

/** A match: its text, its groups, and where it is. */
interface Match {
  start: number;
  end: number;
  groups: string[];
}

function matchesOf({ regex, program }: Compiled, text: string, allowance: Allowance): Match[] {
  const matcher = regex.matcher(text);
  const found: Match[] = [];
  while (matcher.find()) {
    allowance.use('members', 1);
    // To know where a match ends, all that follows may have to be read.
    allowance.use('characters', program * (text.length - matcher.start()));
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, index) => matcher.group(index) ?? '',
    );
    found.push({ start: matcher.start(), end: matcher.end(), groups });
  }
  return found;
}

const ignoresCase = (args: Arguments, position: number, allowance: Allowance): boolean =>
  isTrue(argument(args, position, 'ignorecase', false), allowance);

const findAll = (value: unknown, args: Arguments, allowance: Allowance, caseAt: number) => {
  const text = allowance.text(value);
  const pattern = textArgument(args, { position: 0, name: 'find', byDefault: '' }, allowance);
  const options = { text, ignoresCase: ignoresCase(args, caseAt, allowance), allowance };
  return matchesOf(compile(pattern, options), text, allowance).map(({ groups }) => {
    const [whole = '', ...inner] = groups;
    return inner.length > 1 ? inner : (inner[0] ?? whole);
  });
};

const findAt: Filter = (value, args, allowance) => {
  const found = findAll(value, args, allowance, 2).at(integer(args, 1, 'index', 0));
  if (found === undefined) throw new TemplateFailure('a regular expression is not found');
  return found;
};

/** `\1` and `\g<1>` in a replacement are what the groups matched. */
const replaceAll: Filter = (value, args, allowance) => {
  const text = allowance.text(value);
  const pattern = textArgument(args, { position: 0, name: 'find', byDefault: '' }, allowance);
  const replacement = textArgument(
    args,
    { position: 1, name: 'replace', byDefault: '' },
    allowance,
  );
  const options = { text, ignoresCase: ignoresCase(args, 2, allowance), allowance };
  let result = '';
  let position = 0;
  for (const { start, end, groups } of matchesOf(compile(pattern, options), text, allowance)) {
    const replaced = replacement.replace(
      /\\(?:(\d)|g<(\d+)>)/g,
      (_, short?: string, long?: string) => allowance.take(groups[Number(short ?? long)] ?? ''),
    );
    result += text.slice(position, start) + allowance.take(replaced);
    position = end;
  }
  return allowance.take(result + text.slice(position));
};

/** Whether an expression is found: at the start of a text, or anywhere. */
const finds =
  (isAtStart: boolean): Filter =>
  (value, args, allowance) => {
    const text = allowance.text(value);
    const pattern = textArgument(args, { position: 0, name: 'find', byDefault: '' }, allowance);
    const options = { text, ignoresCase: ignoresCase(args, 1, allowance), allowance };
    const matcher = compile(pattern, options).regex.matcher(text);
    return isAtStart ? matcher.lookingAt() : matcher.find();
  };

/** Home Assistant, page "Templating", "Regular expressions". */
export const regexFilters: Record<string, Filter> = {
  regex_findall: (value, args, allowance) => findAll(value, args, allowance, 1),
  regex_findall_index: findAt,
  regex_match: finds(true),
  regex_replace: replaceAll,
  regex_search: finds(false),
};
