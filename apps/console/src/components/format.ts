import type { DataSchema } from '../api/things.js';

const numberFormat = (maximumFractionDigits: number) =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits });

const number = numberFormat(2);

const maxLength = 60;

type Shown = Pick<DataSchema, 'unit' | '@type'>;

export function formatValue(value: unknown, schema: Shown = {}, format = number): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return booleanText(value, schema);
  if (typeof value === 'number') {
    const { unit } = schema;
    return unit ? `${format.format(value)} ${unit}` : format.format(value);
  }
  const text = typeof value === 'string' ? value : memberText(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Numbers of digits to try until two numbers that differ look different. */
const finerDigits = [3, 4, 6, 9, 15];

/** Formats two values, with so many digits that numbers that differ look different. */
export function formatChange(before: unknown, after: unknown, schema?: Shown): [string, string] {
  const isRounded = (format: Intl.NumberFormat) =>
    typeof before === 'number' &&
    typeof after === 'number' &&
    before !== after &&
    format.format(before) === format.format(after);
  const finer = isRounded(number) ? finerDigits.map(numberFormat) : [number];
  const format = finer.find((one) => !isRounded(one)) ?? finer.at(-1);
  return [formatValue(before, schema, format), formatValue(after, schema, format)];
}

const booleanText = (value: boolean, schema: Pick<DataSchema, '@type'>): string => {
  const isSwitch = [schema['@type']].flat().includes('OnOffProperty');
  if (isSwitch) return value ? 'On' : 'Off';
  return value ? 'Yes' : 'No';
};

/** Formats an object as `hue 240, saturation 50`, or as JSON if it is nested. */
function memberText(value: object): string {
  const entries = Object.entries(value);
  const isSimple =
    !Array.isArray(value) && entries.every(([, member]) => typeof member !== 'object');
  if (!isSimple) return JSON.stringify(value);
  return entries.map(([name, member]) => `${name} ${formatValue(member)}`).join(', ');
}

/** Formats a name of the interface: `history_values` as `History values`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Formats a number of things that a list counts up to `most`. */
export const thingsText = (things: number, most = Infinity): string =>
  `${things}${things === most ? '+' : ''} ${things === 1 ? 'thing' : 'things'}`;

/** Formats a number with its noun: `1 thing`, `3 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Formats a duration in the largest unit that it fills. */
export const durationText = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
};

/** Formats a size in the largest unit that it fills. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576
    ? `${(bytes / 1_024).toFixed(1)} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
};

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** Formats an instant relative to now; both are in ms since the epoch. */
export function relativeTime(instant: number, now: number): string {
  const distance = instant - now;
  if (Math.abs(distance) < 10_000) return distance > 1_000 ? 'in a few seconds' : 'just now';
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length)!;
  return relative.format(Math.round(distance / length), unit);
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an instant as a time of the current day, or with its date. */
export const momentText = (instant: Date, now: Date): string =>
  (instant.toDateString() === now.toDateString() ? time : dayAndTime).format(instant);
