import { isFloat, isNumber, TemplateFailure, toFinite, toFloat, toNumber } from './values.js';
import { argument, integer, iterate, notANumber, orDefault, type Filter } from './arguments.js';
import { compare, number } from './operators.js';
import { roundEven } from './format.js';

const error = 'it reads a value that is not a number';

const float: Filter = (value, args) => {
  const result = toFinite(value);
  return orDefault(result === undefined ? undefined : toFloat(result), args, {
    position: 0,
    error,
  });
};

const prefixes: Record<number, RegExp> = { 2: /^0b/i, 8: /^0o/i, 16: /^0x/i };

/** Parses a whole number in a base from 2 to 36. */
function parseInteger(text: string, base: number): number | undefined {
  if (!(base >= 2 && base <= 36)) throw notANumber();
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(text.slice(0, 400).trim()) ?? [];
  const plain = digits.replace(prefixes[base] ?? /^$/, '').toLowerCase();
  const isValid = plain !== '' && [...plain].every((digit) => Number.parseInt(digit, 36) < base);
  if (!isValid) return undefined;
  const result = Number.parseInt(plain, base);
  if (!Number.isFinite(result)) throw notANumber();
  return sign === '-' ? -result : result;
}

const int: Filter = (value, args) => {
  const base = integer(args, 1, 'base', 10);
  const whole = typeof value === 'string' ? parseInteger(value, base) : undefined;
  const plain = whole ?? toNumber(value);
  const result = plain === undefined ? undefined : Math.trunc(plain) + 0;
  return orDefault(result, args, { position: 0, error });
};

/** Rounds as Home Assistant does: without decimal digits to an `int`, and half to even. */
const round: Filter = (value, args, work) => {
  const digits = Math.min(Math.max(integer(args, 0, 'precision', 0), -300), 300);
  // Without decimal digits the result is an `int`, which no other number can become.
  const plain = digits === 0 ? toNumber(value) : toFinite(value);
  if (plain === undefined) return orDefault(undefined, args, { position: 2, error });
  const method = work.text(argument(args, 1, 'method', 'common'));
  const scale = 10 ** digits;
  const rounded =
    method === 'ceil'
      ? Math.ceil(plain * scale) / scale
      : method === 'floor'
        ? Math.floor(plain * scale) / scale
        : method === 'half'
          ? roundEven(plain * 2, 0) / 2
          : roundEven(plain, digits);
  return digits === 0 ? Math.trunc(rounded) + 0 : toFloat(rounded);
};

/** Returns a filter that maps the number that a value stands for. */
const mathematical =
  (map: (number: number) => number): Filter =>
  (value, args) => {
    const plain = toFinite(value);
    const result = plain === undefined ? Number.NaN : map(plain);
    const isKnown = Number.isFinite(result);
    return orDefault(isKnown ? toFloat(result) : undefined, args, { position: 0, error });
  };

/** Returns a filter that combines the number that a value stands for with an argument. */
const withAmount =
  (map: (number: number, amount: number) => number): Filter =>
  (value, args) => {
    const plain = toFinite(value);
    const amount = number(argument(args, 0, 'amount'));
    const result = plain === undefined ? undefined : toFloat(map(plain, amount));
    return orDefault(result, args, { position: 1, error });
  };

/** Returns a filter for the least or greatest of the items of an array, or of the arguments of a function. */
const extreme =
  (sign: 1 | -1): Filter =>
  (value, args, work) => {
    const all = args.positional.length > 0 ? [value, ...args.positional] : iterate(value, work);
    return all.slice(1).reduce((best, one) => {
      return compare(one, best, work) * sign < 0 ? one : best;
    }, all[0]);
  };

const average: Filter = (value, args, work) => {
  const all = Array.isArray(value) ? work.items(value) : [value, ...args.positional];
  if (all.length === 0) throw notANumber();
  return toFloat(all.reduce<number>((sum, one) => sum + number(one), 0) / all.length);
};

const bitwise =
  (map: (a: number, b: number) => number): Filter =>
  (value, args) => {
    const [a, b] = [number(value), number(argument(args, 0, 'second'))];
    if (!isWord(a) || !isWord(b)) {
      throw new TemplateFailure('it combines bits of a number that is too large');
    }
    return map(a, b);
  };

const isWord = (given: number) => Number.isInteger(given) && given >= 0 && given < 2 ** 31;

const abs: Filter = (value) => {
  const result = Math.abs(number(value));
  return isFloat(value) ? toFloat(result) : result;
};

const log: Filter = (value, args) => {
  const base = number(argument(args, 0, 'base', Math.E));
  const plain = toFinite(value);
  const result = plain === undefined ? Number.NaN : logarithm(plain, base);
  return orDefault(Number.isFinite(result) ? toFloat(result) : undefined, args, {
    position: 1,
    error,
  });
};

function logarithm(plain: number, base: number): number {
  if (base === 10) return Math.log10(plain);
  if (base === 2) return Math.log2(plain);
  return base === Math.E ? Math.log(plain) : Math.log(plain) / Math.log(base);
}

const booleans = [
  { value: true, words: ['true', 'yes', 'on', 'enable', '1'] },
  { value: false, words: ['false', 'no', 'off', 'disable', '0'] },
];

const bool: Filter = (value, args, work) => {
  const word = isNumber(value) ? undefined : work.text(value).trim().toLowerCase();
  const known =
    word === undefined
      ? work.isTrue(value)
      : booleans.find(({ words }) => words.includes(word))?.value;
  return orDefault(known, args, { position: 0, error: 'it reads a value that is not a boolean' });
};

/** Home Assistant, "Templating", "Numeric functions and filters"; Jinja. Unlike operators, they accept texts. */
export const filtersOfNumbers: Record<string, Filter> = {
  abs,
  add: withAmount((a, b) => a + b),
  average,
  bitwise_and: bitwise((a, b) => a & b),
  bitwise_or: bitwise((a, b) => a | b),
  bitwise_xor: bitwise((a, b) => a ^ b),
  bool,
  cos: mathematical(Math.cos),
  float,
  int,
  is_number: (value) => !(value === null || value === '') && toNumber(value) !== undefined,
  log,
  max: extreme(-1),
  min: extreme(1),
  multiply: withAmount((a, b) => a * b),
  round,
  sin: mathematical(Math.sin),
  sqrt: mathematical(Math.sqrt),
  tan: mathematical(Math.tan),
};
