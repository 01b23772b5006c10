import type { Work } from './work.js';
import { Float, isFloat, isNumber, isObject, member, TemplateFailure } from './values.js';

/** A format specification: Python, "Format Specification Mini-Language". */
interface Spec {
  fill: string;
  align: string;
  sign: string;
  /** `0` before the width: zeros between the sign and the digits. */
  isZeroPadded: boolean;
  isAlternate: boolean;
  width: number;
  grouping: string;
  precision: number | undefined;
  type: string;
}

const maxFormat = 1000;
const maxWidth = 1000;
const maxPrecision = 100;

const unsupported = () => new TemplateFailure('it formats a value in a way that is not supported');

const bounded = (text: string | undefined, limit: number): number | undefined => {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (number > limit) throw unsupported();
  return number;
};

const conversion = /%(?:\(([^)]*)\))?([-+ #0]*)(\d*)(?:\.(\d*))?([%a-zA-Z])/g;

/** Formats as `'%.1f' % value` does: Python, "printf-style String Formatting". */
export function formatPrintf(format: string, given: unknown, work: Work): string {
  if (format.length > maxFormat) throw unsupported();
  const values = Array.isArray(given) ? given : [given];
  let next = 0;
  const text = format.replace(conversion, (...found) => {
    const [, key, flags = '', width, precision, type = ''] = found as (string | undefined)[];
    if (type === '%') return '%';
    const value: unknown = key === undefined ? values[next++] : member(given, key);
    if (value === undefined) throw new TemplateFailure('it formats an undefined value');
    const isLeft = flags.includes('-');
    const spec: Spec = {
      fill: ' ',
      align: isLeft ? '<' : '>',
      sign: flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '-',
      isZeroPadded: flags.includes('0') && !isLeft,
      isAlternate: flags.includes('#'),
      width: bounded(width, maxWidth) ?? 0,
      grouping: '',
      precision: precision === undefined ? undefined : (bounded(precision, maxPrecision) ?? 0),
      type: type === 'i' || type === 'u' ? 'd' : type,
    };
    return work.produce(formatValue(truncated(value, spec.type), spec, work));
  });
  if (!isObject(given) && next < values.length && given !== undefined) {
    throw new TemplateFailure('it formats more values than it writes');
  }
  return work.produce(text);
}

/** `%d` of a float is its whole part. */
const truncated = (value: unknown, type: string): unknown =>
  type === 'd' && isNumber(value) ? Math.trunc(toPlain(value)) : value;

const field = /\{\{|\}\}|\{([^{}:!]*)(?:!([rs]))?(?::([^{}]*))?\}/g;

/** Formats as `'{:.1f}'.format(value)` does: Python, "Format String Syntax". */
export function formatBraces(
  format: string,
  values: { positional: unknown[]; named: Record<string, unknown> },
  work: Work,
): string {
  if (format.length > maxFormat) throw unsupported();
  let next = 0;
  const text = format.replace(field, (...found) => {
    const [whole, name, conversionOf, spec = ''] = found as (string | undefined)[];
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    if (conversionOf === 'r') throw unsupported();
    const [first = '', ...path] = (name ?? '').split('.');
    const index = first === '' ? next++ : Number(first);
    const root = Number.isInteger(index)
      ? values.positional[index]
      : Object.hasOwn(values.named, first)
        ? values.named[first]
        : undefined;
    const value = path.reduce<unknown>(member, root);
    if (value === undefined) throw new TemplateFailure('it formats an undefined value');
    return work.produce(formatValue(value, parseSpec(spec), work));
  });
  return work.produce(text);
}

const specification = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d*)([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

function parseSpec(text: string): Spec {
  const [, fill, align, sign, alternate, zero, width, grouping, precision, type] =
    specification.exec(text) ?? [];
  if (text !== '' && !specification.test(text)) throw unsupported();
  return {
    fill: fill ?? ' ',
    align: align ?? '',
    sign: sign ?? '-',
    isZeroPadded: zero !== undefined && align === undefined,
    isAlternate: alternate !== undefined,
    width: bounded(width, maxWidth) ?? 0,
    grouping: grouping ?? '',
    precision: bounded(precision, maxPrecision),
    type: type ?? '',
  };
}

function formatValue(value: unknown, spec: Spec, work: Work): string {
  const isText = spec.type === 's' || (spec.type === '' && (!isNumber(value) || value === true));
  if (isText || (typeof value === 'boolean' && spec.type === '')) {
    const text = work.text(value);
    return padded(text.slice(0, spec.precision), '', { ...spec, isZeroPadded: false }, '<');
  }
  if (!isNumber(value)) throw new TemplateFailure('it formats something that is not a number');
  const plain = toPlain(value);
  const isNegative = plain < 0 || Object.is(plain, -0);
  const sign = isNegative ? '-' : spec.sign === '-' ? '' : spec.sign;
  const digits = grouped(digitsOf(Math.abs(plain), isFloat(value), spec), spec.grouping);
  const prefix = spec.isAlternate && /[xXob]/.test(spec.type) ? `0${spec.type}` : '';
  return padded(digits, sign + prefix, spec, '>');
}

const toPlain = (value: number | boolean | Float): number =>
  value instanceof Float ? value.value : Number(value);

const bases: Record<string, number> = { x: 16, X: 16, o: 8, b: 2 };

/** Returns the digits of a number that is not negative. */
function digitsOf(number: number, isFloating: boolean, { type, precision }: Spec): string {
  const base = bases[type];
  if (base !== undefined) {
    if (isFloating) throw new TemplateFailure('it formats a fraction as a whole number');
    const digits = number.toString(base);
    return type === 'X' ? digits.toUpperCase() : digits;
  }
  if (type === 'f' || type === 'F') return toFixedEven(number, precision ?? 6);
  if (type === '%') return `${toFixedEven(number * 100, precision ?? 6)}%`;
  if (type === 'e' || type === 'E') {
    const text = number.toExponential(precision ?? 6).replace(/e([-+])(\d)$/, 'e$10$2');
    return type === 'E' ? text.toUpperCase() : text;
  }
  if (type === 'd' && !isFloating) return String(number);
  if (type === '' && precision === undefined) {
    return isFloating && Number.isInteger(number) ? `${number}.0` : String(number);
  }
  if (type === 'g' || type === 'G' || type === '') return general(number, precision ?? 6);
  throw unsupported();
}

/** Formats as `g` does: significant digits, with an exponent only for very small and very large numbers. */
function general(number: number, precision: number): string {
  const digits = Math.max(1, precision);
  const [mantissa = '', exponent = ''] = number.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  const short = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (number !== 0 && (power < -4 || power >= digits)) {
    return `${short(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  return short(toFixedEven(number, Math.max(0, digits - 1 - power)));
}

function grouped(digits: string, separator: string): string {
  if (separator === '') return digits;
  const [whole = '', ...rest] = digits.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, separator), ...rest].join('.');
}

function padded(text: string, sign: string, spec: Spec, byDefault: string): string {
  const missing = Math.max(0, spec.width - text.length - sign.length);
  if (spec.isZeroPadded) return sign + '0'.repeat(missing) + text;
  const align = spec.align || byDefault;
  if (align === '=') return sign + spec.fill.repeat(missing) + text;
  const before = align === '<' ? 0 : align === '^' ? Math.floor(missing / 2) : missing;
  return spec.fill.repeat(before) + sign + text + spec.fill.repeat(missing - before);
}

/** Writes a number with decimal places, rounded as Python does: by its exact binary value, and half to even. */
function toFixedEven(number: number, decimals: number): string {
  const digits = Math.min(decimals, 100);
  if (Math.abs(number) >= 1e21)
    return BigInt(number).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
  // Only a multiple of 2^-(digits + 1) can be exactly in the middle, and it is exact here.
  if (digits < 100 && Number.isInteger(number * 2 ** (digits + 1))) {
    const exact = number.toFixed(digits + 1);
    const truncated = exact.slice(0, -1).replace(/\.$/, '');
    if (exact.endsWith('5') && Number(truncated.at(-1)) % 2 === 0) return truncated;
  }
  return number.toFixed(digits);
}

/** Rounds a number to decimal places; negative ones are tens, hundreds and so on. */
export function roundEven(number: number, decimals: number): number {
  if (decimals >= 0) return decimals > 100 ? number : Number(toFixedEven(number, decimals));
  const scale = 10 ** -decimals;
  return Number(toFixedEven(number / scale, 0)) * scale;
}
