import {
  colorProperties,
  roleOfAffordance,
  splitName,
  switchingOn,
  type SceneState,
  type Thing,
} from '@trellis/contracts';
import { maxProperties } from '../interactions/interact.js';

/** The longest value that a scene has (characters of JSON). */
const maxValueLength = 4 * 1024;

/**
 * Returns the state of a thing that can be restored: the known values of its primary properties that can be read and
 * written; undefined if there are none. What is off keeps only that, and a lamp only the color mode in which it shines,
 * since restoring any other value would switch it on, or change the mode.
 */
export function captureState(thing: Thing): SceneState | undefined {
  const { id, subject, values } = thing;
  const names = Object.keys(thing.properties).filter((name) => isRestorable(thing, name));
  const restored = names.filter((name) => !isOff(values, name) && !isOtherMode(values, name));
  if (restored.length === 0) return undefined;
  const properties = Object.fromEntries(
    restored.slice(0, maxProperties).map((name) => [name, values[name]]),
  );
  return { thing: id, ...(subject !== undefined && { subject }), properties };
}

function isRestorable({ properties, values }: Thing, name: string): boolean {
  const property = properties[name]!;
  if (property.readOnly || property.writeOnly) return false;
  if (!Object.hasOwn(values, name) || roleOfAffordance(property) !== 'primary') return false;
  return JSON.stringify(values[name]).length <= maxValueLength;
}

type Values = Thing['values'];

function isOff(values: Values, name: string): boolean {
  const { base, number } = splitName(name);
  return switchingOn.has(base) && values[`on${number}`] === false;
}

function isOtherMode(values: Values, name: string): boolean {
  const { base, number } = splitName(name);
  if (!colorProperties.has(base)) return false;
  const mode = values[`color_mode${number}`];
  if (mode !== undefined) return mode !== base;
  return base === 'color_temperature' && Object.hasOwn(values, `color${number}`);
}
