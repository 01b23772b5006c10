import { isDeepStrictEqual } from 'node:util';
import type { Crossing, ValueCondition } from '@trellis/contracts';

/** The range of numbers that leave a condition as it was, because of its hysteresis. */
export interface DeadBand {
  low: number;
  high: number;
  isAbove: boolean;
}

/** Returns the dead band of a threshold, which is empty without hysteresis; undefined for other conditions. */
export function deadBandOf({ above, below, hysteresis = 0 }: ValueCondition): DeadBand | undefined {
  if (above !== undefined) return { low: above - hysteresis, high: above, isAbove: true };
  if (below !== undefined) return { low: below, high: below + hysteresis, isAbove: false };
  return undefined;
}

/** Returns whether a value meets a condition; undefined if it leaves the condition as it was. */
export function meetsCondition(condition: ValueCondition, value: unknown): boolean | undefined {
  const band = deadBandOf(condition);
  if (!band) return isDeepStrictEqual(value, condition.equals);
  if (typeof value !== 'number') return undefined;
  const { low, high, isAbove } = band;
  if (isAbove ? value > high : value < low) return true;
  return (isAbove ? value <= low : value >= high) ? false : undefined;
}

/** A new value of a thing. */
export interface NewValue {
  thing: string;
  value: unknown;
}

/**
 * Finds the crossings of a condition among values, in their order and for each thing separately. `before` has the things
 * that met the condition before.
 */
export function crossingsOf(
  condition: ValueCondition,
  values: readonly NewValue[],
  before: ReadonlySet<string>,
): (Crossing | undefined)[] {
  const meeting = new Set(before);
  return values.map(({ thing, value }) => {
    const meets = meetsCondition(condition, value);
    if (meets === undefined || meets === meeting.has(thing)) return undefined;
    if (meets) meeting.add(thing);
    else meeting.delete(thing);
    return meets ? 'begins' : 'ends';
  });
}
