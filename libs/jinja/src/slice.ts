import type { Work } from './work.js';
import { TemplateFailure } from './values.js';
import { number } from './operators.js';

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

/** Returns the indexes of the items in a slice. */
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
