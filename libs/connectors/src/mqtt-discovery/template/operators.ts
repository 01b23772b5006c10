import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';
import { isObject } from './values.js';

/** A number to calculate with; as in Python, a text is not a number. */
export function number(value: unknown): number {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number')
    throw new TemplateFailure('it calculates with something that is not a number');
  return value;
}

/** Whether a comparison holds; a number is never comparable with a text. */
export function holds(a: unknown, operator: string, b: unknown): boolean {
  if (operator === '==' || operator === '===') return a === b;
  if (operator === '!=' || operator === '!==') return a !== b;
  const texts = typeof a === 'string' && typeof b === 'string';
  const [x, y] = texts ? [a, b] : [number(a), number(b)];
  if (operator === '<') return x < y;
  if (operator === '<=') return x <= y;
  return operator === '>' ? x > y : x >= y;
}

/** Whether a text, an array or an object (by its names) contains something. */
export function contains(container: unknown, item: unknown, allowance: Allowance): boolean {
  if (Array.isArray(container)) return allowance.items(container).includes(item);
  const text = allowance.text(item);
  if (typeof container === 'string') {
    allowance.search(container, text);
    return container.includes(text);
  }
  return isObject(container) && Object.hasOwn(container, text);
}

/** The tests after `is`. */
export const tests = new Map<string, (value: unknown) => boolean>([
  ['defined', (value) => value !== undefined],
  ['undefined', (value) => value === undefined],
  ['none', (value) => value === null],
  ['null', (value) => value === null],
  ['number', (value) => typeof value === 'number' || typeof value === 'boolean'],
  ['string', (value) => typeof value === 'string'],
  ['boolean', (value) => typeof value === 'boolean'],
  ['mapping', isObject],
  ['sequence', Array.isArray],
]);
