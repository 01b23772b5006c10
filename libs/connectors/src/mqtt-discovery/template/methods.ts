import { dateMethods } from './dates.js';
import { TemplateFailure } from './failure.js';
import { argument, integer, iterate, ofText, textArgument, type Filter } from './filter.js';
import { replace, split, strip } from './filters-of-texts.js';
import { items } from './filters-of-lists.js';
import { formatBraces } from './format.js';
import { areEqual } from './operators.js';
import { isObject } from './values.js';

/** A method of texts: anything else has none. */
const ofString =
  (method: Filter): Filter =>
  (value, args, allowance) => {
    if (typeof value !== 'string') throw new TemplateFailure('it treats something as a text');
    return method(allowance.take(value), args, allowance);
  };

const mapped = (map: (text: string) => string): Filter => ofString(ofText(map));

const stripped = (start: boolean, end: boolean): Filter =>
  ofString((value, args, allowance) =>
    strip(value as string, argument(args, 0, 'chars', null), { start, end }, allowance),
  );

/** Whether a text starts or ends with another, or with one of several. */
const affixed = (has: (text: string, part: string) => boolean): Filter =>
  ofString((value, args, allowance) => {
    const given = argument(args, 0, 'prefix');
    const parts = Array.isArray(given) ? allowance.items(given) : [given];
    return parts.some((part) => has(value as string, allowance.text(part)));
  });

/** Splits at a separator, or at blanks; `maxsplit` counts from the start, or from the end. */
const splitting = (isFromEnd: boolean): Filter =>
  ofString((value, args, allowance) => {
    const text = value as string;
    const separator = argument(args, 0, 'sep', null);
    const most = integer(args, 1, 'maxsplit', -1);
    const isBlank = separator === null;
    const parts = isBlank
      ? text.split(/\s+/).filter((part) => part !== '')
      : split(text, textArgument(args, { position: 0, name: 'sep' }, allowance), allowance);
    allowance.use('members', parts.length);
    if (most < 0 || parts.length - 1 <= most) return parts;
    const glue = isBlank ? ' ' : (separator as string);
    const at = isFromEnd ? parts.length - most : most;
    return isFromEnd
      ? [parts.slice(0, at).join(glue), ...parts.slice(at)]
      : [...parts.slice(0, at), parts.slice(at).join(glue)];
  });

/** What is before a separator, the separator, and what is after it. */
const partition = (isLast: boolean): Filter =>
  ofString((value, args, allowance) => {
    const text = value as string;
    const separator = textArgument(args, { position: 0, name: 'sep' }, allowance);
    allowance.search(text, separator);
    const at = isLast ? text.lastIndexOf(separator) : text.indexOf(separator);
    if (at < 0) return isLast ? ['', '', text] : [text, '', ''];
    return [text.slice(0, at), separator, text.slice(at + separator.length)];
  });

const find = (isLast: boolean): Filter =>
  ofString((value, args, allowance) => {
    const [text, part] = [
      value as string,
      textArgument(args, { position: 0, name: 'sub' }, allowance),
    ];
    allowance.search(text, part);
    return isLast ? text.lastIndexOf(part) : text.indexOf(part);
  });

const consistsOf = (pattern: RegExp): Filter => ofString((value) => pattern.test(value as string));

/** Fills a text up to a width. */
const justified = (fillBefore: (missing: number) => number): Filter =>
  ofString((value, args, allowance) => {
    const text = value as string;
    const fill = textArgument(args, { position: 1, name: 'fillchar', byDefault: ' ' }, allowance);
    const missing = Math.max(0, integer(args, 0, 'width', 0) - text.length);
    allowance.use('characters', missing);
    const before = fillBefore(missing);
    return fill.charAt(0).repeat(before) + text + fill.charAt(0).repeat(missing - before);
  });

const zfill = ofString((value, args, allowance) => {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(value as string) ?? [];
  const missing = Math.max(0, integer(args, 0, 'width', 0) - (value as string).length);
  allowance.use('characters', missing);
  return sign + '0'.repeat(missing) + digits;
});

const count: Filter = (value, args, allowance) => {
  const wanted = argument(args, 0, 'value');
  if (Array.isArray(value)) {
    return allowance.items(value).filter((item) => areEqual(item, wanted, allowance)).length;
  }
  if (typeof value !== 'string' || typeof wanted !== 'string') {
    throw new TemplateFailure('it counts something that cannot be counted');
  }
  if (wanted === '') return value.length + 1;
  return split(value, wanted, allowance).length - 1;
};

const index: Filter = (value, args, allowance) => {
  const wanted = argument(args, 0, 'value');
  const at = Array.isArray(value)
    ? allowance.items(value).findIndex((item) => areEqual(item, wanted, allowance))
    : (find(false)(value, args, allowance) as number);
  if (at < 0) throw new TemplateFailure('it looks for something that is not there');
  return at;
};

const get: Filter = (value, args, allowance) => {
  if (!isObject(value)) throw new TemplateFailure('it reads a member of something without any');
  const key = allowance.text(argument(args, 0, 'key'));
  return Object.hasOwn(value, key) ? value[key] : argument(args, 1, 'default', null);
};

const part =
  (index: 0 | 1): Filter =>
  (value, args, allowance) => {
    if (!isObject(value))
      throw new TemplateFailure('it reads the members of something without any');
    return (items(value, args, allowance) as [string, unknown][]).map((pair) => pair[index]);
  };

/** The methods of texts, lists, dictionaries and dates in Python that change nothing, by name. */
export const methods = new Map<string, Filter>(
  Object.entries({
    ...dateMethods,
    capitalize: mapped((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
    center: justified((missing) => Math.floor(missing / 2)),
    count,
    endswith: affixed((text, end) => text.endsWith(end)),
    find: find(false),
    format: ofString((value, args, allowance) => formatBraces(value as string, args, allowance)),
    get,
    index,
    isalnum: consistsOf(/^[\p{L}\p{N}]+$/u),
    isalpha: consistsOf(/^\p{L}+$/u),
    isdecimal: consistsOf(/^\p{Nd}+$/u),
    isdigit: consistsOf(/^\p{Nd}+$/u),
    isnumeric: consistsOf(/^\p{N}+$/u),
    items: (value, args, allowance) => {
      if (!isObject(value))
        throw new TemplateFailure('it reads the members of something without any');
      return items(value, args, allowance);
    },
    join: ofString((value, args, allowance) => {
      const parts = iterate(argument(args, 0, 'iterable'), allowance);
      allowance.use('characters', parts.length * (value as string).length);
      return allowance.take(parts.map((one) => allowance.text(one)).join(value as string));
    }),
    keys: part(0),
    ljust: justified(() => 0),
    lower: mapped((text) => text.toLowerCase()),
    lstrip: stripped(true, false),
    partition: partition(false),
    removeprefix: ofString((value, args, allowance) => {
      const prefix = textArgument(args, { position: 0, name: 'prefix' }, allowance);
      return (value as string).startsWith(prefix) ? (value as string).slice(prefix.length) : value;
    }),
    removesuffix: ofString((value, args, allowance) => {
      const suffix = textArgument(args, { position: 0, name: 'suffix' }, allowance);
      const isThere = suffix !== '' && (value as string).endsWith(suffix);
      return isThere ? (value as string).slice(0, -suffix.length) : value;
    }),
    replace: ofString(replace),
    rfind: find(true),
    rjust: justified((missing) => missing),
    rpartition: partition(true),
    rsplit: splitting(true),
    rstrip: stripped(false, true),
    split: splitting(false),
    splitlines: ofString((value, _args, allowance) => {
      const lines = (value as string).split(/\r\n|\r|\n/);
      allowance.use('members', lines.length);
      return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    }),
    startswith: affixed((text, start) => text.startsWith(start)),
    strip: stripped(true, true),
    swapcase: mapped((text) =>
      text.replace(/\p{L}/gu, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      ),
    ),
    title: mapped((text) =>
      text.toLowerCase().replace(/(^|\P{L})(\p{L})/gu, (found) => found.toUpperCase()),
    ),
    upper: mapped((text) => text.toUpperCase()),
    values: part(1),
    zfill,
  } satisfies Record<string, Filter>),
);
