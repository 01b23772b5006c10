import { isDeepStrictEqual } from 'node:util';
import type { Turn, ValueCondition } from '@trellis/contracts';

/** The numbers of which nothing follows, because of the hysteresis: above the one, up to the other, or the reverse. */
export interface DeadBand {
  low: number;
  high: number;
  isAbove: boolean;
}

/** The dead band of a threshold; undefined for any other condition. Without hysteresis it is empty. */
export function deadBandOf({ above, below, hysteresis = 0 }: ValueCondition): DeadBand | undefined {
  if (above !== undefined) return { low: above - hysteresis, high: above, isAbove: true };
  if (below !== undefined) return { low: below, high: below + hysteresis, isAbove: false };
  return undefined;
}

/** Whether a value meets a condition; undefined when it leaves it as it was. */
export function judge(condition: ValueCondition, value: unknown): boolean | undefined {
  const band = deadBandOf(condition);
  if (!band) return isDeepStrictEqual(value, condition.equals);
  if (typeof value !== 'number') return undefined;
  const { low, high, isAbove } = band;
  if (isAbove ? value > high : value < low) return true;
  return (isAbove ? value <= low : value >= high) ? false : undefined;
}

/** A value that a thing came to have. */
export interface NewValue {
  thing: string;
  value: unknown;
}

/**
 * By which of some values, in their order, a condition turns, for each thing by itself. `before` says which things met
 * it before; of what is not known, it counts as not met.
 */
export function turnsOf(
  condition: ValueCondition,
  values: readonly NewValue[],
  before: ReadonlySet<string>,
): (Turn | undefined)[] {
  const meeting = new Set(before);
  return values.map(({ thing, value }) => {
    const meets = judge(condition, value);
    if (meets === undefined || meets === meeting.has(thing)) return undefined;
    if (meets) meeting.add(thing);
    else meeting.delete(thing);
    return meets ? 'begins' : 'ends';
  });
}
