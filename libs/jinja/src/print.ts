import { DateTime, Duration, Float, isObject } from './values.js';

/** How values within lists and dictionaries are written. */
export interface Style {
  text(text: string): string;
  none: string;
  true: string;
  false: string;
  comma: string;
  colon: string;
  sorted?: boolean;
}

/** The style of Python's `repr()`. */
export const python: Style = {
  text: repr,
  none: 'None',
  true: 'True',
  false: 'False',
  comma: ', ',
  colon: ': ',
};

/** The style of Home Assistant's `to_json`. */
export const json: Style = {
  text: (text) => JSON.stringify(text),
  none: 'null',
  true: 'true',
  false: 'false',
  comma: ',',
  colon: ':',
};

/** The style of Jinja's `tojson`, which is fit for HTML. */
export const htmlJson: Style = {
  ...json,
  text: (text) => JSON.stringify(text).replace(/[^ -~]|[<>&']/g, escapeUnit),
  comma: ', ',
  colon: ': ',
  sorted: true,
};

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A function that counts characters, and members of objects and arrays, before they are written. */
export type Count = (characters: number, members: number) => void;

/** Writes a value as it is within a list or a dictionary. */
export function write(value: unknown, style: Style, count: Count): string {
  if (typeof value === 'string') {
    count(value.length, 0);
    return style.text(value);
  }
  if (value === undefined) return style === python ? 'Undefined' : style.none;
  if (value === null) return style.none;
  if (typeof value === 'boolean') return value ? style.true : style.false;
  if (Array.isArray(value)) {
    count(2 * value.length, value.length);
    return `[${value.map((item) => write(item, style, count)).join(style.comma)}]`;
  }
  if (!isObject(value)) {
    const text = printed(value);
    return value instanceof DateTime && style !== python ? style.text(text) : text;
  }
  const names = Object.keys(value);
  count(4 * names.length, names.length);
  if (style.sorted) names.sort();
  const pairs = names.map((name) => {
    count(name.length, 0);
    return style.text(name) + style.colon + write(value[name], style, count);
  });
  return `{${pairs.join(style.comma)}}`;
}

/** Writes a number or a time as Python prints it. */
export function printed(value: unknown): string {
  if (value instanceof Float) return floatText(value.value);
  if (typeof value === 'number') return Number.isInteger(value) ? intText(value) : floatText(value);
  if (value instanceof DateTime) return isoText(value, ' ');
  if (value instanceof Duration) return durationText(value);
  return '';
}

const intText = (value: number): string =>
  Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();

function floatText(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    const sign = power < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Writes a date in ISO 8601, with a fraction only where there is one. */
export function isoText({ ms }: DateTime, separator = 'T'): string {
  const text = new Date(ms).toISOString();
  const fraction = ((ms % 1000) + 1000) % 1000;
  const micros = fraction === 0 ? '' : `.${String(Math.round(fraction * 1000)).padStart(6, '0')}`;
  return `${text.slice(0, 19).replace('T', separator)}${micros}+00:00`;
}

function durationText({ ms }: Duration): string {
  const days = Math.floor(ms / 86_400_000);
  const rest = ms - days * 86_400_000;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const fraction = rest % 1000;
  const micros = fraction === 0 ? '' : `.${String(Math.round(fraction * 1000)).padStart(6, '0')}`;
  const time = `${Math.floor(rest / 3_600_000)}:${two((rest / 60_000) % 60)}:${two((rest / 1000) % 60)}`;
  return `${days === 0 ? '' : `${days} day${Math.abs(days) === 1 ? '' : 's'}, `}${time}${micros}`;
}

const escapesOfRepr: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(/[\\'\p{Cc}]/gu, (character) => {
    if (character === "'") return quote === "'" ? "\\'" : character;
    return (
      escapesOfRepr[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
    );
  });
  return quote + inner + quote;
}
