import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';
import { formatPrintf } from './format.js';
import { DateTime, Duration, Float, isFloat, isNumber, isObject, toFloat } from './values.js';

/** A number to calculate with; as in Python, a text is not a number. */
export function number(value: unknown): number {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Float) return value.value;
  if (typeof value !== 'number')
    throw new TemplateFailure('it calculates with something that is not a number');
  return value;
}

type Operator = (a: unknown, b: unknown, allowance: Allowance) => unknown;

/** A result is a float when one of the operands is. */
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

const add: Operator = (a, b, allowance) => {
  if (typeof a === 'string' && typeof b === 'string') return allowance.take(a + b);
  if (Array.isArray(a) && Array.isArray(b)) return [...allowance.items(a), ...allowance.items(b)];
  if (a instanceof DateTime && b instanceof Duration) return new DateTime(a.ms + b.ms);
  if (a instanceof Duration && b instanceof DateTime) return new DateTime(a.ms + b.ms);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.ms + b.ms);
  return addNumbers(a, b, allowance);
};

const subtract: Operator = (a, b, allowance) => {
  if (a instanceof DateTime && b instanceof DateTime) return new Duration(a.ms - b.ms);
  if (a instanceof DateTime && b instanceof Duration) return new DateTime(a.ms - b.ms);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.ms - b.ms);
  return subtractNumbers(a, b, allowance);
};

/** A text or a list times a number is repeated. */
const multiply: Operator = (a, b, allowance) => {
  if (isNumber(a) && (typeof b === 'string' || Array.isArray(b))) return multiply(b, a, allowance);
  if (typeof a !== 'string' && !Array.isArray(a)) return multiplyNumbers(a, b, allowance);
  const times = Math.max(0, number(b));
  if (isFloat(b)) throw new TemplateFailure('it repeats something a fraction of times');
  allowance.use(typeof a === 'string' ? 'characters' : 'members', a.length * times);
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
  [
    '%',
    (a, b, allowance) =>
      typeof a === 'string' ? formatPrintf(a, b, allowance) : modulo(a, b, allowance),
  ],
  ['**', arithmetic((a, b) => a ** b)],
  ['~', (a, b, allowance) => allowance.take(allowance.text(a) + allowance.text(b))],
]);

/** Whether two values are equal in Python, where `1 == 1.0 == True`. */
export function areEqual(a: unknown, b: unknown, allowance: Allowance): boolean {
  if (isNumber(a) && isNumber(b)) return number(a) === number(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return (
      a.length === b.length &&
      allowance.items(a).every((item, index) => areEqual(item, b[index], allowance))
    );
  }
  if (isObject(a) && isObject(b)) {
    const names = allowance.namesOf(a);
    return (
      names.length === allowance.namesOf(b).length &&
      names.every((name) => Object.hasOwn(b, name) && areEqual(a[name], b[name], allowance))
    );
  }
  if (a instanceof DateTime && b instanceof DateTime) return a.ms === b.ms;
  if (a instanceof Duration && b instanceof Duration) return a.ms === b.ms;
  return a === b;
}

/** Less than 0 when `a` comes first; a number is never comparable with a text. */
export function compare(a: unknown, b: unknown, allowance: Allowance): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (a instanceof DateTime && b instanceof DateTime) return a.ms - b.ms;
  if (a instanceof Duration && b instanceof Duration) return a.ms - b.ms;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (const [index, item] of allowance.items(a).slice(0, b.length).entries()) {
      const order = compare(item, b[index], allowance);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return number(a) - number(b);
}

/** Whether a comparison holds. */
export function holds(a: unknown, operator: string, b: unknown, allowance: Allowance): boolean {
  if (operator === '==') return areEqual(a, b, allowance);
  if (operator === '!=') return !areEqual(a, b, allowance);
  if (operator === 'in') return contains(b, a, allowance);
  if (operator === 'not in') return !contains(b, a, allowance);
  const order = compare(a, b, allowance);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

/** Whether a text, an array or an object (by its names) contains something. */
export function contains(container: unknown, item: unknown, allowance: Allowance): boolean {
  if (container === undefined) return false;
  if (Array.isArray(container)) {
    return allowance.items(container).some((one) => areEqual(one, item, allowance));
  }
  if (typeof container === 'string') {
    if (typeof item !== 'string') {
      throw new TemplateFailure('it looks for something in a text that is not a text');
    }
    allowance.search(container, item);
    return container.includes(item);
  }
  if (isObject(container)) return Object.hasOwn(container, allowance.text(item));
  throw new TemplateFailure('it looks for something in a value that contains nothing');
}
