import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';

/** The longest text that can be a number (characters): the largest one has 309 digits. */
const maxNumberLength = 400;

/** Whether a value is true in Python: empty texts, arrays and objects are false. */
export function isTrue(value: unknown, allowance: Allowance): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return allowance.namesOf(value).length > 0;
  return Boolean(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A member of a value: of an object only its own, of an array or a text by index. Nothing of
 * JavaScript (`constructor`, `__proto__`, methods) can be reached this way.
 */
export function member(value: unknown, key: unknown): unknown {
  if (value === undefined) throw new TemplateFailure('it reads a member of an undefined value');
  if ((Array.isArray(value) || typeof value === 'string') && typeof key === 'number') {
    return value.at(key);
  }
  const name = key === null ? 'None' : key;
  if (!isObject(value) || (typeof name !== 'string' && typeof name !== 'number')) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A value as a number, as Python's `float()` reads it; undefined when it is not a number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && (value.length > maxNumberLength || value.trim() === '')) {
    return undefined;
  }
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
