import { isDeepStrictEqual } from 'node:util';
import type { Thing } from '@trellis/contracts';

type Schema = Thing['properties'][string] | undefined;

/**
 * Returns whether a value is the requested one. Numbers may differ by the rounding of the technology: half a step, or
 * half a percent of the range, at most 25, if it has no steps. With `nearly` it is a whole step, or two percent. Members
 * that were not requested do not count.
 */
export function isReached(
  value: unknown,
  target: unknown,
  schema: Schema,
  precision: 'rounded' | 'nearly' = 'rounded',
): boolean {
  if (typeof value === 'number' && typeof target === 'number') {
    return Math.abs(value - target) <= toleranceOf(target, schema)[precision];
  }
  if (isObject(value) && isObject(target)) {
    return Object.keys(target).every(
      (name) =>
        Object.hasOwn(value, name) &&
        isReached(value[name], target[name], schema?.properties?.[name], precision),
    );
  }
  return isDeepStrictEqual(value, target);
}

/** A larger difference is no rounding: half a mired is 21 K at 6,500 K. */
const maxRounding = 25;

function toleranceOf(
  target: number,
  { multipleOf: step, minimum, maximum }: NonNullable<Schema> = {},
) {
  if (step !== undefined) return { rounded: step / 2, nearly: step };
  const range = minimum === undefined || maximum === undefined ? 0 : maximum - minimum;
  const share = Number.isFinite(range) ? Math.min(range / 200, maxRounding) : 0;
  // 20.1 °C is not 20 °C, which is within half a percent of the range of a thermostat.
  const digit = Number.isInteger(target) ? Infinity : 0.05;
  return { rounded: Math.min(share, digit), nearly: 4 * share };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
