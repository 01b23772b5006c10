import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';
import { isObject, isTrue, toNumber } from './values.js';

/** The arguments of a filter, apart from the value: by position, or by name. */
export interface Arguments {
  positional: unknown[];
  named: Record<string, unknown>;
}

/** A filter of Jinja or of Home Assistant, which is also a function of the same name. */
export type Filter = (value: unknown, args: Arguments, allowance: Allowance) => unknown;

/** An argument by position or name; `byDefault` when it is missing. */
function argument(args: Arguments, position: number, name: string, byDefault?: unknown): unknown {
  if (position < args.positional.length) return args.positional[position];
  return Object.hasOwn(args.named, name) ? args.named[name] : byDefault;
}

/** The number that a value stands for, or else the argument `default`; without it, an error. */
function numberOr(value: unknown, args: Arguments, position: number): unknown {
  const number = toNumber(value);
  if (number !== undefined) return number;
  const byDefault = argument(args, position, 'default');
  if (byDefault === undefined) throw new TemplateFailure('it reads a value that is not a number');
  return byDefault;
}

/** Maps a value that must be a number. */
const ofNumber =
  (map: (number: number, args: Arguments, allowance: Allowance) => number, defaultAt = 0): Filter =>
  (value, args, allowance) => {
    const number = numberOr(value, args, defaultAt);
    return typeof number === 'number' ? map(number, args, allowance) : number;
  };

/** Maps a value as text. */
const ofText =
  (map: (text: string, args: Arguments) => string): Filter =>
  (value, args, allowance) =>
    allowance.take(map(allowance.text(value), args));

function requireNumber(value: unknown): number {
  const number = toNumber(value);
  if (number === undefined) throw new TemplateFailure('it reads a value that is not a number');
  return number;
}

/** The least or greatest of the items of an array, or of the arguments of a function. */
const extreme =
  (of: (...numbers: number[]) => number): Filter =>
  (value, args, allowance) => {
    const all = Array.isArray(value) ? allowance.items(value) : [value, ...args.positional];
    return of(...all.map(requireNumber));
  };

/** Splits a text; counts the search before it begins. */
function split(text: string, separator: string, allowance: Allowance): string[] {
  allowance.search(text, separator);
  return text.split(separator);
}

function round(number: number, args: Arguments, allowance: Allowance): number {
  const digits = Math.min(15, Math.max(-15, toNumber(argument(args, 0, 'precision', 0)) ?? 0));
  const rounding = { ceil: Math.ceil, floor: Math.floor }[
    allowance.text(argument(args, 1, 'method', 'common'))
  ];
  const scale = 10 ** Math.trunc(digits);
  const scaled = Number((number * scale).toPrecision(15));
  return (rounding ?? Math.round)(scaled) / scale;
}

/** Replaces every occurrence; counts the characters of the result before producing it. */
const replace: Filter = (value, args, allowance) => {
  const text = allowance.text(value);
  const [search, replacement] = [argument(args, 0, 'old', ''), argument(args, 1, 'new', '')].map(
    (part) => allowance.text(part),
  ) as [string, string];
  const parts = split(text, search, allowance);
  allowance.use('characters', text.length + parts.length * replacement.length);
  return parts.join(replacement);
};

const booleans = new Map([
  ...['true', 'yes', 'on', 'enable', '1'].map((text) => [text, true] as const),
  ...['false', 'no', 'off', 'disable', '0'].map((text) => [text, false] as const),
]);

const bool: Filter = (value, args, allowance) => {
  const known = booleans.get(allowance.text(value).trim().toLowerCase());
  const result = known ?? argument(args, 0, 'default');
  if (result === undefined) throw new TemplateFailure('it reads a value that is not a boolean');
  return result;
};

const iif: Filter = (value, args, allowance) => {
  const ifNone = argument(args, 2, 'if_none');
  if (value === null && ifNone !== undefined) return ifNone;
  return isTrue(value, allowance)
    ? argument(args, 0, 'if_true', true)
    : argument(args, 1, 'if_false', false);
};

/** A date, from ISO 8601 or seconds since 1970. */
function date(value: unknown, allowance: Allowance): Date {
  const number = toNumber(value);
  const found = new Date(number === undefined ? allowance.text(value) : number * 1000);
  if (Number.isNaN(found.getTime()))
    throw new TemplateFailure('it reads a value that is not a date');
  return found;
}

const iso: Filter = (value, _args, allowance) => date(value, allowance).toISOString();

const length: Filter = (value, _args, allowance) => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (isObject(value)) return allowance.namesOf(value).length;
  throw new TemplateFailure('it reads the length of something that has none');
};

const parseJson: Filter = (value, args, allowance) => {
  try {
    return JSON.parse(allowance.text(value)) as unknown;
  } catch {
    const byDefault = argument(args, 0, 'default');
    if (byDefault === undefined) throw new TemplateFailure('it reads a text that is not JSON');
    return byDefault;
  }
};

/** The first or last item of an array, or character of a text. */
const at =
  (index: number): Filter =>
  (value) =>
    Array.isArray(value) || typeof value === 'string' ? value.at(index) : undefined;

/**
 * The filters that value templates of real devices use, as the pages "Templating" of Home Assistant
 * and "Builtin Filters" of Jinja describe them. Those with regular expressions are left out: a
 * hostile one can run forever.
 */
export const filters = new Map<string, Filter>(
  Object.entries({
    abs: ofNumber(Math.abs),
    add: ofNumber((number, args) => number + requireNumber(argument(args, 0, 'amount')), 1),
    as_datetime: iso,
    as_timestamp: (value, _args, allowance) => date(value, allowance).getTime() / 1000,
    bool,
    capitalize: ofText((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
    count: length,
    d: defaultTo,
    default: defaultTo,
    first: at(0),
    float: (value, args) => numberOr(value, args, 0),
    from_json: parseJson,
    iif,
    int: ofNumber(Math.trunc),
    is_defined: (value) => {
      if (value === undefined) throw new TemplateFailure('it reads an undefined value');
      return value;
    },
    join: (value, args, allowance) => {
      const separator = allowance.text(argument(args, 0, 'd', ''));
      const items = Array.isArray(value) ? allowance.items(value) : [];
      const parts = items.map((part) => allowance.text(part));
      allowance.use('characters', parts.length * separator.length);
      return allowance.take(parts.join(separator));
    },
    last: at(-1),
    length,
    lower: ofText((text) => text.toLowerCase()),
    max: extreme(Math.max),
    min: extreme(Math.min),
    multiply: ofNumber((number, args) => number * requireNumber(argument(args, 0, 'amount')), 1),
    replace,
    round: ofNumber(round, 2),
    sqrt: ofNumber(Math.sqrt),
    string: ofText((text) => text),
    timestamp_local: iso,
    timestamp_utc: iso,
    title: ofText((text) =>
      text.toLowerCase().replace(/(^|\P{L})(\p{L})/gu, (found) => found.toUpperCase()),
    ),
    to_json: (value, _args, allowance) => allowance.take(allowance.json(value ?? null)),
    tojson: (value, _args, allowance) => allowance.take(allowance.json(value ?? null)),
    trim: ofText((text) => text.trim()),
    upper: ofText((text) => text.toUpperCase()),
  } satisfies Record<string, Filter>),
);

function defaultTo(value: unknown, args: Arguments, allowance: Allowance): unknown {
  const boolean = isTrue(argument(args, 1, 'boolean', false), allowance);
  const missing = value === undefined || (boolean && !isTrue(value, allowance));
  return missing ? argument(args, 0, 'default_value', '') : value;
}

/** The methods of strings and dictionaries in Python that templates use, by name. */
export const methods = new Map<string, Filter>(
  Object.entries({
    lower: ofText((text) => text.toLowerCase()),
    upper: ofText((text) => text.toUpperCase()),
    title: filters.get('title') as Filter,
    capitalize: filters.get('capitalize') as Filter,
    strip: ofText((text) => text.trim()),
    replace,
    startswith: (value, args, allowance) =>
      allowance.text(value).startsWith(allowance.text(argument(args, 0, 'prefix'))),
    endswith: (value, args, allowance) =>
      allowance.text(value).endsWith(allowance.text(argument(args, 0, 'suffix'))),
    split: (value, args, allowance) => {
      const text = allowance.take(allowance.text(value));
      const separator = argument(args, 0, 'sep');
      if (separator === undefined) return text.trim().split(/\s+/);
      return split(text, allowance.text(separator), allowance);
    },
    get: (value, args, allowance) => {
      const key = allowance.text(argument(args, 0, 'key'));
      return isObject(value) && Object.hasOwn(value, key)
        ? value[key]
        : argument(args, 1, 'default', null);
    },
  } satisfies Record<string, Filter>),
);
