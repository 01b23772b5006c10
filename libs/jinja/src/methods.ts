import { dateMethods } from './dates.js';
import { isObject, TemplateFailure } from './values.js';
import { argument, integer, iterate, ofText, textArgument, type Filter } from './arguments.js';
import { replace, split, strip } from './filters-of-texts.js';
import { items } from './filters-of-lists.js';
import { formatBraces } from './format.js';
import { areEqual } from './operators.js';

const ofString =
  (method: Filter): Filter =>
  (value, args, work) => {
    if (typeof value !== 'string') throw new TemplateFailure('it treats something as a text');
    return method(work.produce(value), args, work);
  };

const mapped = (map: (text: string) => string): Filter => ofString(ofText(map));

const stripped = (start: boolean, end: boolean): Filter =>
  ofString((value, args, work) =>
    strip(value as string, argument(args, 0, 'chars', null), { start, end }, work),
  );

/** Returns the method that checks whether a text starts or ends with another, or with one of several. */
const affixed = (has: (text: string, part: string) => boolean): Filter =>
  ofString((value, args, work) => {
    const given = argument(args, 0, 'prefix');
    const parts = Array.isArray(given) ? work.items(given) : [given];
    return parts.some((part) => has(value as string, work.text(part)));
  });

/** Returns the method that splits at a separator or at blanks; `maxsplit` counts from the start or from the end. */
const splitting = (isFromEnd: boolean): Filter =>
  ofString((value, args, work) => {
    const text = value as string;
    const separator = argument(args, 0, 'sep', null);
    const most = integer(args, 1, 'maxsplit', -1);
    const isBlank = separator === null;
    const parts = isBlank
      ? text.split(/\s+/).filter((part) => part !== '')
      : split(text, textArgument(args, { position: 0, name: 'sep' }, work), work);
    work.spend('members', parts.length);
    if (most < 0 || parts.length - 1 <= most) return parts;
    const glue = isBlank ? ' ' : (separator as string);
    const at = isFromEnd ? parts.length - most : most;
    return isFromEnd
      ? [parts.slice(0, at).join(glue), ...parts.slice(at)]
      : [...parts.slice(0, at), parts.slice(at).join(glue)];
  });

/** Returns the method that divides a text into what is before a separator, the separator, and what is after it. */
const partition = (isLast: boolean): Filter =>
  ofString((value, args, work) => {
    const text = value as string;
    const separator = textArgument(args, { position: 0, name: 'sep' }, work);
    work.search(text, separator);
    const at = isLast ? text.lastIndexOf(separator) : text.indexOf(separator);
    if (at < 0) return isLast ? ['', '', text] : [text, '', ''];
    return [text.slice(0, at), separator, text.slice(at + separator.length)];
  });

const find = (isLast: boolean): Filter =>
  ofString((value, args, work) => {
    const [text, part] = [value as string, textArgument(args, { position: 0, name: 'sub' }, work)];
    work.search(text, part);
    return isLast ? text.lastIndexOf(part) : text.indexOf(part);
  });

const consistsOf = (pattern: RegExp): Filter => ofString((value) => pattern.test(value as string));

const justified = (fillBefore: (missing: number) => number): Filter =>
  ofString((value, args, work) => {
    const text = value as string;
    const fill = textArgument(args, { position: 1, name: 'fillchar', byDefault: ' ' }, work);
    const missing = Math.max(0, integer(args, 0, 'width', 0) - text.length);
    work.spend('characters', missing);
    const before = fillBefore(missing);
    return fill.charAt(0).repeat(before) + text + fill.charAt(0).repeat(missing - before);
  });

const zfill = ofString((value, args, work) => {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(value as string) ?? [];
  const missing = Math.max(0, integer(args, 0, 'width', 0) - (value as string).length);
  work.spend('characters', missing);
  return sign + '0'.repeat(missing) + digits;
});

const count: Filter = (value, args, work) => {
  const wanted = argument(args, 0, 'value');
  if (Array.isArray(value)) {
    return work.items(value).filter((item) => areEqual(item, wanted, work)).length;
  }
  if (typeof value !== 'string' || typeof wanted !== 'string') {
    throw new TemplateFailure('it counts something that cannot be counted');
  }
  if (wanted === '') return value.length + 1;
  return split(value, wanted, work).length - 1;
};

const index: Filter = (value, args, work) => {
  const wanted = argument(args, 0, 'value');
  const at = Array.isArray(value)
    ? work.items(value).findIndex((item) => areEqual(item, wanted, work))
    : (find(false)(value, args, work) as number);
  if (at < 0) throw new TemplateFailure('it looks for something that is not there');
  return at;
};

const get: Filter = (value, args, work) => {
  if (!isObject(value)) throw new TemplateFailure('it reads a member of something without any');
  const key = work.text(argument(args, 0, 'key'));
  return Object.hasOwn(value, key) ? value[key] : argument(args, 1, 'default', null);
};

const part =
  (index: 0 | 1): Filter =>
  (value, args, work) => {
    if (!isObject(value))
      throw new TemplateFailure('it reads the members of something without any');
    return (items(value, args, work) as [string, unknown][]).map((pair) => pair[index]);
  };

/** The methods of Python's texts, lists, dictionaries and dates that change nothing, by name. */
export const methods = new Map<string, Filter>(
  Object.entries({
    ...dateMethods,
    capitalize: mapped((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
    center: justified((missing) => Math.floor(missing / 2)),
    count,
    endswith: affixed((text, end) => text.endsWith(end)),
    find: find(false),
    format: ofString((value, args, work) => formatBraces(value as string, args, work)),
    get,
    index,
    isalnum: consistsOf(/^[\p{L}\p{N}]+$/u),
    isalpha: consistsOf(/^\p{L}+$/u),
    isdecimal: consistsOf(/^\p{Nd}+$/u),
    isdigit: consistsOf(/^\p{Nd}+$/u),
    isnumeric: consistsOf(/^\p{N}+$/u),
    items: (value, args, work) => {
      if (!isObject(value))
        throw new TemplateFailure('it reads the members of something without any');
      return items(value, args, work);
    },
    join: ofString((value, args, work) => {
      const parts = iterate(argument(args, 0, 'iterable'), work);
      work.spend('characters', parts.length * (value as string).length);
      return work.produce(parts.map((one) => work.text(one)).join(value as string));
    }),
    keys: part(0),
    ljust: justified(() => 0),
    lower: mapped((text) => text.toLowerCase()),
    lstrip: stripped(true, false),
    partition: partition(false),
    removeprefix: ofString((value, args, work) => {
      const prefix = textArgument(args, { position: 0, name: 'prefix' }, work);
      return (value as string).startsWith(prefix) ? (value as string).slice(prefix.length) : value;
    }),
    removesuffix: ofString((value, args, work) => {
      const suffix = textArgument(args, { position: 0, name: 'suffix' }, work);
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
    splitlines: ofString((value, _args, work) => {
      const lines = (value as string).split(/\r\n|\r|\n/);
      work.spend('members', lines.length);
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
