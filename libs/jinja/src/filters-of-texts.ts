import type { Work } from './work.js';
import { isObject, TemplateFailure } from './values.js';
import {
  argument,
  integer,
  ofText,
  textArgument,
  type Arguments,
  type Filter,
} from './arguments.js';
import { formatPrintf } from './format.js';
import { htmlJson, json } from './print.js';

export function split(text: string, separator: string, work: Work): string[] {
  work.search(text, separator);
  const parts = text.split(separator);
  work.spend('members', parts.length);
  return parts;
}

/** Replaces every occurrence, or the first `count`; counts the result before producing it. */
export const replace: Filter = (value, args, work) => {
  const text = work.text(value);
  const [search, replacement] = [argument(args, 0, 'old', ''), argument(args, 1, 'new', '')].map(
    (part) => work.text(part),
  ) as [string, string];
  const count = argument(args, 2, 'count', null) === null ? -1 : integer(args, 2, 'count', -1);
  // An empty text is found before each character and at the end.
  const parts = search === '' ? ['', ...text, ''] : split(text, search, work);
  work.spend('characters', text.length + parts.length * replacement.length);
  if (count < 0 || parts.length <= count) return parts.join(replacement);
  const replaced = parts.slice(0, count).map((part) => part + replacement);
  return replaced.join('') + parts.slice(count).join(search);
};

/** Truncates as Jinja does: to whole words, with the end counted. A text that is only a little longer stays. */
const truncate: Filter = (value, args, work) => {
  const text = work.text(value);
  const length = integer(args, 0, 'length', 255);
  const end = textArgument(args, { position: 2, name: 'end', byDefault: '...' }, work);
  const given = argument(args, 3, 'leeway', null);
  const leeway = given === null ? 5 : integer(args, 3, 'leeway', 5);
  if (length < end.length || leeway < 0) throw new TemplateFailure('it truncates to nothing');
  const characters = [...text];
  if (characters.length <= length + leeway) return text;
  const short = characters.slice(0, length - [...end].length).join('');
  const isWithinWord = work.isTrue(argument(args, 1, 'killwords', false));
  const lastSpace = short.lastIndexOf(' ');
  return work.produce((isWithinWord || lastSpace < 0 ? short : short.slice(0, lastSpace)) + end);
};

/** Capitalizes each word. Brackets, blanks and hyphens separate words. */
const titleOfJinja = (text: string): string =>
  text
    .split(/([-\s({[<]+)/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join('');

const parseJson: Filter = (value, args, work) => {
  try {
    return JSON.parse(work.text(value)) as unknown;
  } catch {
    const byDefault = argument(args, 0, 'default');
    if (byDefault === undefined) throw new TemplateFailure('it reads a text that is not JSON');
    return byDefault;
  }
};

const toJson: Filter = (value, args, work) => {
  const sorted = work.isTrue(argument(args, 2, 'sort_keys', false));
  return work.produce(work.json(value ?? null, sorted ? { ...json, sorted } : json));
};

/** `"%.1f" | format(value)`. */
const format: Filter = (value, args, work) => {
  const isNamed = Object.keys(args.named).length > 0;
  return formatPrintf(work.text(value), isNamed ? args.named : args.positional, work);
};

const iif: Filter = (value, args, work) => {
  const ifNone = argument(args, 2, 'if_none');
  if (value === null && ifNone !== undefined) return ifNone;
  return work.isTrue(value)
    ? argument(args, 0, 'if_true', true)
    : argument(args, 1, 'if_false', false);
};

function defaultTo(value: unknown, args: Arguments, work: Work): unknown {
  const boolean = work.isTrue(argument(args, 1, 'boolean', false));
  const missing = value === undefined || (boolean && !work.isTrue(value));
  return missing ? argument(args, 0, 'default_value', '') : value;
}

const ordinal: Filter = (value) => {
  const number = Number(value);
  if (!Number.isInteger(number)) throw new TemplateFailure('it reads a value that is no number');
  const last = Math.abs(number) % 10;
  const suffix =
    Math.floor(Math.abs(number) / 10) % 10 === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${number}${suffix}`;
};

const length: Filter = (value, _args, work) => {
  if (value === undefined) return 0;
  if (typeof value === 'string') {
    work.spend('characters', value.length);
    return [...value].length;
  }
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return work.namesOf(value).length;
  throw new TemplateFailure('it reads the length of something that has none');
};

const base64 = (decode: boolean): Filter =>
  ofText((text) =>
    decode
      ? Buffer.from(text, 'base64').toString('utf8')
      : Buffer.from(text, 'utf8').toString('base64'),
  );

/** Jinja, "Builtin Filters"; Home Assistant, page "Templating". */
export const filtersOfTexts: Record<string, Filter> = {
  base64_decode: base64(true),
  base64_encode: base64(false),
  capitalize: ofText((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  count: length,
  d: defaultTo,
  default: defaultTo,
  format,
  from_json: parseJson,
  iif,
  is_defined: (value) => {
    if (value === undefined) throw new TemplateFailure('it reads an undefined value');
    return value;
  },
  length,
  lower: ofText((text) => text.toLowerCase()),
  ord: (value) => {
    if (typeof value !== 'string' || [...value].length !== 1) {
      throw new TemplateFailure('it reads the code of something that is not one character');
    }
    return value.codePointAt(0);
  },
  ordinal,
  replace,
  safe: (value) => value,
  string: ofText((text) => text),
  title: ofText(titleOfJinja),
  to_json: toJson,
  tojson: (value, _args, work) => work.produce(work.json(value ?? null, htmlJson)),
  trim: ofText((text, args, work) =>
    strip(text, argument(args, 0, 'chars', null), { start: true, end: true }, work),
  ),
  truncate,
  upper: ofText((text) => text.toUpperCase()),
};

/** Strips blanks, or the given characters, at the start and the end. */
export function strip(
  text: string,
  given: unknown,
  { start, end }: { start: boolean; end: boolean },
  work: Work,
): string {
  if (given === null) {
    const started = start ? text.trimStart() : text;
    return end ? started.trimEnd() : started;
  }
  const characters = work.text(given);
  work.search(text, characters);
  let [from, to] = [0, text.length];
  while (start && from < to && characters.includes(text[from]!)) from += 1;
  while (end && to > from && characters.includes(text[to - 1]!)) to -= 1;
  return text.slice(from, to);
}
