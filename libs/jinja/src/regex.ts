import { RE2JS } from 're2js';
import type { Work } from './work.js';
import { TemplateFailure } from './values.js';
import { argument, integer, textArgument, type Arguments, type Filter } from './arguments.js';

const maxLength = 200;

interface Compiled {
  regex: RE2JS;
  /** The most steps for one character of a text. */
  program: number;
}

/**
 * Compiles a regular expression. RE2 takes time in proportion to the text and to its program, whatever the
 * expression; a repetition `{n}` is written n times in the program. It has neither back-references nor lookarounds,
 * and a template with them has no result.
 */
function compile(
  pattern: string,
  { text, ignoresCase, work }: { text: string; ignoresCase: boolean; work: Work },
): Compiled {
  if (pattern.length > maxLength) throw new TemplateFailure('a regular expression is too long');
  const repetitions = [...pattern.matchAll(/\{(\d+)?,?(\d+)?\}/g)].map(([, from, to]) =>
    Math.max(1, Number(from ?? 1), Number(to ?? 1)),
  );
  const program = pattern.length * repetitions.reduce((product, times) => product * times, 1);
  work.spend('characters', program + program * (text.length + 1));
  try {
    return { regex: RE2JS.compile(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0), program };
  } catch {
    throw new TemplateFailure('it uses a regular expression that is not supported');
  }
}

interface Match {
  start: number;
  end: number;
  groups: string[];
}

function matchesOf({ regex, program }: Compiled, text: string, work: Work): Match[] {
  const matcher = regex.matcher(text);
  const found: Match[] = [];
  while (matcher.find()) {
    work.spend('members', 1);
    // To find the end of a match, the whole rest may have to be read.
    work.spend('characters', program * (text.length - matcher.start()));
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, index) => matcher.group(index) ?? '',
    );
    found.push({ start: matcher.start(), end: matcher.end(), groups });
  }
  return found;
}

const ignoresCase = (args: Arguments, position: number, work: Work): boolean =>
  work.isTrue(argument(args, position, 'ignorecase', false));

const findAll = (value: unknown, args: Arguments, work: Work, caseAt: number) => {
  const text = work.text(value);
  const pattern = textArgument(args, { position: 0, name: 'find', byDefault: '' }, work);
  const options = { text, ignoresCase: ignoresCase(args, caseAt, work), work };
  return matchesOf(compile(pattern, options), text, work).map(({ groups }) => {
    const [whole = '', ...inner] = groups;
    return inner.length > 1 ? inner : (inner[0] ?? whole);
  });
};

const findAt: Filter = (value, args, work) => {
  const found = findAll(value, args, work, 2).at(integer(args, 1, 'index', 0));
  if (found === undefined) throw new TemplateFailure('a regular expression is not found');
  return found;
};

/** Replaces all matches; `\1` and `\g<1>` in a replacement are groups. */
const replaceAll: Filter = (value, args, work) => {
  const text = work.text(value);
  const pattern = textArgument(args, { position: 0, name: 'find', byDefault: '' }, work);
  const replacement = textArgument(args, { position: 1, name: 'replace', byDefault: '' }, work);
  const options = { text, ignoresCase: ignoresCase(args, 2, work), work };
  let result = '';
  let position = 0;
  for (const { start, end, groups } of matchesOf(compile(pattern, options), text, work)) {
    const replaced = replacement.replace(
      /\\(?:(\d)|g<(\d+)>)/g,
      (_, short?: string, long?: string) => work.produce(groups[Number(short ?? long)] ?? ''),
    );
    result += text.slice(position, start) + work.produce(replaced);
    position = end;
  }
  return work.produce(result + text.slice(position));
};

/** Returns a filter that checks for a match: at the start of a text, or anywhere. */
const finds =
  (isAtStart: boolean): Filter =>
  (value, args, work) => {
    const text = work.text(value);
    const pattern = textArgument(args, { position: 0, name: 'find', byDefault: '' }, work);
    const options = { text, ignoresCase: ignoresCase(args, 1, work), work };
    const matcher = compile(pattern, options).regex.matcher(text);
    return isAtStart ? matcher.lookingAt() : matcher.find();
  };

/** Home Assistant, page "Templating", "Regular expressions". */
export const regexFilters: Record<string, Filter> = {
  regex_findall: (value, args, work) => findAll(value, args, work, 1),
  regex_findall_index: findAt,
  regex_match: finds(true),
  regex_replace: replaceAll,
  regex_search: finds(false),
};
