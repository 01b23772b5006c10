/** Returns the whole numbers from 0 up to, but without, `count`. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, one) => total + one, 0);

/** Returns the mean; 0 if there are no values. */
export const mean = (numbers: readonly number[]): number =>
  sum(numbers) / Math.max(1, numbers.length);

/** Returns the value below which a share (0 to 1) of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
