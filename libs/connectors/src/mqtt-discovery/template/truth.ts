import type { Allowance } from './allowance.js';
import { Float, isObject } from './values.js';

/** Whether a value is true in Python: empty texts, arrays and objects are false. */
export function isTrue(value: unknown, allowance: Allowance): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Float) return value.value !== 0;
  if (isObject(value)) return allowance.namesOf(value).length > 0;
  return Boolean(value);
}
