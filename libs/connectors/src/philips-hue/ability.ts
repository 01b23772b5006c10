import type { PropertyAffordance } from '@trellis/connector-sdk';
import type { Update } from './bridge.js';

/** One property of a thing: what it is, what it is now, and how it is written. */
export interface Ability {
  name: string;
  affordance: PropertyAffordance;
  /** Left out where it is not known. */
  value?: unknown;
  write?: (value: unknown) => Update;
}

/** A property that can only be read. */
export const reading = (name: string, affordance: PropertyAffordance, value: unknown): Ability => ({
  name,
  affordance: { ...affordance, readOnly: true },
  ...(value !== undefined && value !== null && { value }),
});

/** A property that is written to a resource. */
export const setting = (
  name: string,
  affordance: PropertyAffordance,
  { value, write }: { value: unknown; write: (value: unknown) => Update },
): Ability => ({
  name,
  affordance,
  ...(value !== undefined && value !== null && { value }),
  write,
});
