import type { Work } from './work.js';
import {
  DateTime,
  Duration,
  Float,
  isFloat,
  isNumber,
  isObject,
  TemplateFailure,
  toFloat,
} from './values.js';
import { formatPrintf } from './format.js';

/** Returns a number to calculate with; as in Python, a text is none. */
export function number(value: unknown): number {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Float) return value.value;
  if (typeof value !== 'number')
    throw new TemplateFailure('it calculates with something that is not a number');
  return value;
}

type Operator = (a: unknown, b: unknown, work: Work) => unknown;

/** Returns an operator whose result is a float when one of the operands is. */
const arithmetic =
  (calculate: (a: number, b: number) => number): Operator =>
  (a, b) => {
    const result = calculate(number(a), number(b));
    return isFloat(a) || isFloat(b) || !Number.isFinite(result) ? toFloat(result) : result;
  };

const addNumbers = arithmetic((a, b) => a + b);
const subtractNumbers = arithmetic((a, b) => a - b);
const multiplyNumbers = arithmetic((a, b) => a * b);
const modulo = arithmetic((a, b) => a - b * Math.floor(a / b));

const add: Operator = (a, b, work) => {
  if (typeof a === 'string' && typeof b === 'string') return work.produce(a + b);
  if (Array.isArray(a) && Array.isArray(b)) return [...work.items(a), ...work.items(b)];
  if (a instanceof DateTime && b instanceof Duration) return new DateTime(a.ms + b.ms);
  if (a instanceof Duration && b instanceof DateTime) return new DateTime(a.ms + b.ms);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.ms + b.ms);
  return addNumbers(a, b, work);
};

const subtract: Operator = (a, b, work) => {
  if (a instanceof DateTime && b instanceof DateTime) return new Duration(a.ms - b.ms);
  if (a instanceof DateTime && b instanceof Duration) return new DateTime(a.ms - b.ms);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.ms - b.ms);
  return subtractNumbers(a, b, work);
};

/** Multiplies numbers; repeats a text or a list. */
const multiply: Operator = (a, b, work) => {
  if (isNumber(a) && (typeof b === 'string' || Array.isArray(b))) return multiply(b, a, work);
  if (typeof a !== 'string' && !Array.isArray(a)) return multiplyNumbers(a, b, work);
  const times = Math.max(0, number(b));
  if (isFloat(b)) throw new TemplateFailure('it repeats something a fraction of times');
  work.spend(typeof a === 'string' ? 'characters' : 'members', a.length * times);
  return typeof a === 'string'
    ? a.repeat(times)
    : Array.from({ length: a.length * times }, (_, index): unknown => a[index % a.length]);
};

export const operators = new Map<string, Operator>([
  ['+', add],
  ['-', subtract],
  ['*', multiply],
  ['/', (a, b) => toFloat(number(a) / number(b))],
  ['//', arithmetic((a, b) => Math.floor(a / b))],
  ['%', (a, b, work) => (typeof a === 'string' ? formatPrintf(a, b, work) : modulo(a, b, work))],
  ['**', arithmetic((a, b) => a ** b)],
  ['~', (a, b, work) => work.produce(work.text(a) + work.text(b))],
]);

/** Returns whether two values are equal in Python, where `1 == 1.0 == True`. */
export function areEqual(a: unknown, b: unknown, work: Work): boolean {
  if (isNumber(a) && isNumber(b)) return number(a) === number(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return (
      a.length === b.length && work.items(a).every((item, index) => areEqual(item, b[index], work))
    );
  }
  if (isObject(a) && isObject(b)) {
    const names = work.namesOf(a);
    return (
      names.length === work.namesOf(b).length &&
      names.every((name) => Object.hasOwn(b, name) && areEqual(a[name], b[name], work))
    );
  }
  if (a instanceof DateTime && b instanceof DateTime) return a.ms === b.ms;
  if (a instanceof Duration && b instanceof Duration) return a.ms === b.ms;
  return a === b;
}

/** Compares two values; less than 0 when `a` comes first. A number and a text cannot be compared. */
export function compare(a: unknown, b: unknown, work: Work): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (a instanceof DateTime && b instanceof DateTime) return a.ms - b.ms;
  if (a instanceof Duration && b instanceof Duration) return a.ms - b.ms;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (const [index, item] of work.items(a).slice(0, b.length).entries()) {
      const order = compare(item, b[index], work);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return number(a) - number(b);
}

export function holds(a: unknown, operator: string, b: unknown, work: Work): boolean {
  if (operator === '==') return areEqual(a, b, work);
  if (operator === '!=') return !areEqual(a, b, work);
  if (operator === 'in') return contains(b, a, work);
  if (operator === 'not in') return !contains(b, a, work);
  const order = compare(a, b, work);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

/** Returns whether a text, an array or an object (by its names) contains something. */
export function contains(container: unknown, item: unknown, work: Work): boolean {
  if (container === undefined) return false;
  if (Array.isArray(container)) {
    return work.items(container).some((one) => areEqual(one, item, work));
  }
  if (typeof container === 'string') {
    if (typeof item !== 'string') {
      throw new TemplateFailure('it looks for something in a text that is not a text');
    }
    work.search(container, item);
    return container.includes(item);
  }
  if (isObject(container)) return Object.hasOwn(container, work.text(item));
  throw new TemplateFailure('it looks for something in a value that contains nothing');
}

/** Returns a part of a text or of an array, with bounds as in Python; null is none. */
export function slice(
  value: unknown,
  [start = null, stop = null, by = null]: unknown[],
  work: Work,
): unknown {
  if (typeof value !== 'string' && !Array.isArray(value)) {
    throw new TemplateFailure('it takes a part of something that has none');
  }
  const [first, last] = [start, stop].map((bound) => (bound === null ? undefined : number(bound)));
  const step = by === null ? 1 : number(by);
  if (![first ?? 0, last ?? 0, step].every(Number.isInteger) || step === 0) {
    throw new TemplateFailure('it takes a part with bounds that are not whole numbers');
  }
  work.spend(typeof value === 'string' ? 'characters' : 'members', value.length);
  if (step === 1) return value.slice(first ?? 0, last);
  const all: unknown[] = typeof value === 'string' ? [...value] : value;
  const parts = indices(all.length, first, last, step).map((index) => all[index]);
  return typeof value === 'string' ? parts.join('') : parts;
}

function indices(
  length: number,
  first: number | undefined,
  last: number | undefined,
  step: number,
): number[] {
  const [lowest, highest] = step > 0 ? [0, length] : [-1, length - 1];
  const bounded = (bound: number) =>
    Math.min(Math.max(bound < 0 ? bound + length : bound, lowest), highest);
  const from = first === undefined ? (step > 0 ? lowest : highest) : bounded(first);
  const to = last === undefined ? (step > 0 ? highest : lowest) : bounded(last);
  const count = Math.max(0, Math.ceil((to - from) / step));
  return Array.from({ length: count }, (_, index) => from + index * step);
}
