import { findSyntaxProblem, type SyntaxProblem } from '../components/json-syntax.js';

/** Returns the editable text of a value: JSON, or the text itself if it cannot be mistaken for JSON. */
export function valueToText(value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return value;
  return JSON.stringify(value, null, 2);
}

/** Parses input as JSON, or takes it as text if it does not look like JSON. */
export function textToValue(text: string): { value: unknown } | { problem: SyntaxProblem } {
  const problem = findSyntaxProblem(text);
  if (!problem) return { value: JSON.parse(text) };
  return /^\s*[{["]/.test(text) ? { problem } : { value: text };
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return mayBeJsonLd(value) ? 'JSON-LD' : 'JSON';
  return typeof value === 'number' ? 'a number' : `${value as boolean}`;
}

/** Tells whether Trellis may read a value as JSON-LD: an object with a member such as `@type` at its top levels. */
export function mayBeJsonLd(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return hasKeyword(value) || Object.values(value).some(hasKeyword);
}

const hasKeyword = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).some((member) => member.startsWith('@'));

/** Tells whether a text is parsed as itself. */
function isPlain(text: string): boolean {
  const entered = textToValue(text);
  return 'value' in entered && entered.value === text;
}
