import { findSyntaxProblem, type SyntaxProblem } from './json-syntax.js';

/** A value as it is edited: a text that could be taken for nothing else stays as it is, all else is JSON. */
export function valueToText(value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return value;
  return JSON.stringify(value, null, 2);
}

/** What was entered: JSON where it is, and a text where it cannot be meant as JSON. */
export function textToValue(text: string): { value: unknown } | { problem: SyntaxProblem } {
  const problem = findSyntaxProblem(text);
  if (!problem) return { value: JSON.parse(text) };
  return /^\s*[{["]/.test(text) ? { problem } : { value: text };
}

/** What a value is stored as, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'object') return mayBeJsonLd(value) ? 'JSON-LD' : 'JSON';
  return typeof value === 'number' ? 'a number' : `${value as boolean}`;
}

/** Whether Trellis may read a value as JSON-LD: it is an object, or holds one, with a member such as `@type`. */
export function mayBeJsonLd(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return hasKeyword(value) || Object.values(value).some(hasKeyword);
}

const hasKeyword = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).some((member) => member.startsWith('@'));

/** Whether a text comes back as it is. */
function isPlain(text: string): boolean {
  const entered = textToValue(text);
  return 'value' in entered && entered.value === text;
}
