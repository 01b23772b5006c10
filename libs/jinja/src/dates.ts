import type { Work } from './work.js';
import { DateTime, Duration, TemplateFailure, toFloat, toNumber } from './values.js';
import { argument, orDefault, type Filter } from './arguments.js';
import { isoText } from './print.js';

const notADate = 'it reads a value that is not a date';

const isoDate =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?\s*(Z|[-+]\d{2}(?::?\d{2})?)?)?$/;

/** Parses a date in ISO 8601, or as Home Assistant writes it; without a zone it is in UTC. */
function parseIso(text: string): DateTime | undefined {
  const found = isoDate.exec(text.slice(0, 100).trim());
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const fraction = Number(`0.${found[7] ?? 0}`) * 1000;
  const ms = Date.UTC(year!, month! - 1, day, hour, minute, second) + fraction;
  return new DateTime(ms - offsetMs(found[8]));
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Reads a date from a text, or from seconds since 1970. */
function toDate(value: unknown, work: Work): DateTime | undefined {
  if (value instanceof DateTime) return value;
  const seconds = toNumber(value);
  if (seconds !== undefined) return new DateTime(seconds * 1000);
  return typeof value === 'string' ? parseIso(work.produce(value)) : undefined;
}

/** Returns a filter that maps the date that a value stands for. */
const dated =
  (map: (date: DateTime) => unknown, defaultAt = 0): Filter =>
  (value, args, work) => {
    const date = toDate(value, work);
    return orDefault(date && map(date), args, { position: defaultAt, error: notADate });
  };

const timestamp = ({ ms }: DateTime) => toFloat(ms / 1000);

/** Returns a function that writes a part of a date in English. */
const named = (part: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat('en-US', { ...part, timeZone: 'UTC' });
  return (date: Date) => format(date);
};

const two = (number: number) => String(number).padStart(2, '0');
const isoDay = (date: Date) => date.toISOString().slice(0, 10);
const clock = (date: Date) => date.toISOString().slice(11, 19);

const directives: Record<string, (date: Date) => string> = {
  Y: (date) => String(date.getUTCFullYear()),
  y: (date) => two(date.getUTCFullYear() % 100),
  m: (date) => two(date.getUTCMonth() + 1),
  d: (date) => two(date.getUTCDate()),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(date.getUTCHours() % 12 || 12),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
  f: (date) => String(date.getUTCMilliseconds() * 1000).padStart(6, '0'),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  A: named({ weekday: 'long' }),
  a: named({ weekday: 'short' }),
  B: named({ month: 'long' }),
  b: named({ month: 'short' }),
  w: (date) => String(date.getUTCDay()),
  F: isoDay,
  T: clock,
  R: (date) => clock(date).slice(0, 5),
  X: clock,
  j: (date) =>
    String(
      Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / 86_400_000) + 1,
    ).padStart(3, '0'),
  z: () => '+0000',
  Z: () => 'UTC',
  '%': () => '%',
};

/** Formats a date as Python's `strftime()` does, in English. */
function strftime({ ms }: DateTime, format: string, work: Work): string {
  const date = new Date(ms);
  const text = format
    .slice(0, 1000)
    .replace(/%(-?)(.)/gs, (_, unpadded: string, directive: string) => {
      const write = Object.hasOwn(directives, directive) ? directives[directive] : undefined;
      if (!write) throw new TemplateFailure('it writes a date in a way that is not supported');
      const text = work.produce(write(date));
      return unpadded === '' ? text : text.replace(/^0+(?=\d)/, '');
    });
  return work.produce(text);
}

const fields: Record<string, string> = {
  Y: '(?<Y>\\d{4})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  z: '(?<z>Z|[-+]\\d{2}:?\\d{2})',
};

/** Parses a date as Python's `strptime()` does. Every field has a maximum length. */
const strptime: Filter = (value, args, work) => {
  const format = work.text(argument(args, 0, 'fmt', '')).slice(0, 100);
  const pattern = format.replace(/%(.)|[\\^$.*+?()[\]{}|/-]/g, (whole, directive?: string) => {
    if (directive === undefined) return `\\${whole}`;
    const field = Object.hasOwn(fields, directive) ? fields[directive] : undefined;
    if (field === undefined) throw new TemplateFailure('it reads a date in an unknown format');
    return field;
  });
  const date = readFields(pattern, work.text(value).slice(0, 200));
  return orDefault(date, args, { position: 1, error: notADate });
};

function readFields(pattern: string, text: string): DateTime | undefined {
  let found: Record<string, string> | undefined;
  try {
    found = new RegExp(`^${pattern}$`).exec(text)?.groups;
  } catch {
    throw new TemplateFailure('it reads a date in an unknown format');
  }
  if (!found) return undefined;
  const part = (name: string, byDefault: number) => Number(found[name] ?? byDefault);
  const day = Date.UTC(part('Y', 1900), part('m', 1) - 1, part('d', 1));
  const seconds = (part('H', 0) * 60 + part('M', 0)) * 60 + part('S', 0);
  return new DateTime(day + seconds * 1000 - offsetMs(found.z));
}

/** `timestamp_custom("%H:%M")`. Local time is UTC, since the time zone of the home is not known. */
const custom: Filter = (value, args, work) => {
  const seconds = toNumber(value);
  const format = work.text(argument(args, 0, 'date_format', '%Y-%m-%d %H:%M:%S'));
  const text =
    seconds === undefined ? undefined : strftime(new DateTime(seconds * 1000), format, work);
  return orDefault(text, args, { position: 2, error: notADate });
};

const isoOfSeconds: Filter = (value, args) => {
  const seconds = toNumber(value);
  const text = seconds === undefined ? undefined : isoText(new DateTime(seconds * 1000));
  return orDefault(text, args, { position: 0, error: notADate });
};

/** Home Assistant, page "Templating", "Time". */
export const dateFilters: Record<string, Filter> = {
  as_datetime: dated((date) => date),
  as_local: (value) => value,
  as_timestamp: dated(timestamp),
  strptime,
  timestamp_custom: custom,
  timestamp_local: isoOfSeconds,
  timestamp_utc: isoOfSeconds,
};

export const dateMethods: Record<string, Filter> = {
  isoformat: (value) => isoText(requireDate(value)),
  strftime: (value, args, work) =>
    strftime(requireDate(value), work.text(argument(args, 0, 'format', '')), work),
  timestamp: (value) => timestamp(requireDate(value)),
  weekday: (value) => (new Date(requireDate(value).ms).getUTCDay() + 6) % 7,
  isoweekday: (value) => new Date(requireDate(value).ms).getUTCDay() || 7,
  total_seconds: (value) => {
    if (!(value instanceof Duration)) throw new TemplateFailure(notADate);
    return toFloat(value.ms / 1000);
  },
};

function requireDate(value: unknown): DateTime {
  if (!(value instanceof DateTime)) throw new TemplateFailure(notADate);
  return value;
}

const units: Record<string, number> = {
  weeks: 604_800_000,
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};

/** Returns a duration: `timedelta(hours=1)`; by position days and seconds. */
export function timedelta(positional: unknown[], named: Record<string, unknown>): Duration {
  const given = { ...named };
  for (const [index, value] of positional.entries()) {
    const unit = ['days', 'seconds'][index];
    if (unit === undefined) throw new TemplateFailure(notADate);
    given[unit] = value;
  }
  const ms = Object.entries(given).reduce((sum, [unit, value]) => {
    const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
    const amount = typeof value === 'string' ? undefined : toNumber(value);
    if (factor === undefined || amount === undefined) throw new TemplateFailure(notADate);
    return sum + amount * factor;
  }, 0);
  return new Duration(ms);
}
