import type { Instance } from './configuration.js';
import type { Scalar } from './description/members.js';

/** Returns the values that mean nothing in the answers of a request; null among them stands for what is missing, too. */
export const nothingOf = ({ nothing, requests }: Instance, request: string): readonly Scalar[] => [
  ...nothing,
  ...(requests[request]?.nothing ?? []),
];

/** Returns whether a value is one of those that mean nothing; ignores spaces around texts. */
export function isNothing(value: unknown, nothing: readonly Scalar[]): boolean {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return nothing.some((one) => {
    if (one === value || one === text) return true;
    return typeof one === 'number' && text !== undefined && text !== '' && Number(text) === one;
  });
}
