/** Exponential backoff: the delay after the first failure, doubled after each further one. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** The delay after the `failures`-th failure in a row, counted from one (ms). */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}
