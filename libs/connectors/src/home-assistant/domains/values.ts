import { isOneLine, oneLine } from '@trellis/connector-sdk';

const maxOptions = 500;

/** Returns the distinct texts of a list, in their order. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.slice(0, maxOptions).filter((one) => isOneLine(one)))]
    : [];

/** Reads a number, also one written as a text, as in states; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const isText = typeof value === 'string' && value.length <= 40 && value.trim() !== '';
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export const booleanOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

/** Reads a time in ISO 8601; undefined for anything else. */
export const timeOf = (value: unknown): string | undefined =>
  typeof value !== 'string' || Number.isNaN(Date.parse(value)) ? undefined : oneLine(value);

/** Returns options, and which of them is the current one. */
export const selected = (options: string[], value: unknown) => ({
  enum: options,
  value: options.find((option) => option === value),
});

/** Returns the range of a number; empty when its limits contradict each other. */
export function rangeOf(min: unknown, max: unknown, step?: unknown) {
  const [minimum, maximum, multiple] = [numberOf(min), numberOf(max), numberOf(step)];
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) return {};
  const multipleOf = isMultipleOf(multiple, minimum) ? multiple : undefined;
  return { minimum, maximum, multipleOf };
}

/**
 * Returns whether a step can be `multipleOf`. Steps count from the minimum, but `multipleOf` counts from zero. And
 * only binary fractions are free of rounding errors: 0.3 is no multiple of 0.1.
 */
const isMultipleOf = (step: number | undefined, minimum = 0): step is number =>
  step !== undefined && step > 0 && Number.isInteger(step * 8) && Number.isInteger(minimum / step);
