import type { PropertyAffordance } from '@trellis/contracts';

/** A level in percent. */
export const percentage = (title: string) =>
  ({ type: 'number', title, unit: '%', minimum: 0, maximum: 100 }) satisfies PropertyAffordance;

/** One of a few texts. */
export const choice = (title: string, options: readonly string[]) =>
  ({ type: 'string', title, enum: [...options] }) satisfies PropertyAffordance;
