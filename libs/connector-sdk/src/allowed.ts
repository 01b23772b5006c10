import type { PropertyAffordance } from './device.js';
import { isObject } from './json.js';

/** The terms of a data schema that are checked; those that a remote technology states need not be valid. */
type Terms = Pick<
  PropertyAffordance,
  'type' | 'const' | 'enum' | 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'
> & { properties?: Record<string, Terms> | undefined };

const types: Record<NonNullable<Terms['type']>, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
};

/** The deepest nesting that is checked; the runtime refuses a device with more. */
const maxDepth = 100;

/**
 * Returns whether a property can have a value, by its type, range and choices; numbers must be finite. Steps
 * (`multipleOf`) and lengths bind only those who write. Takes time in proportion to the value and the schema.
 */
export function isAllowed(value: unknown, schema: Terms, depth = maxDepth): boolean {
  const { type, properties } = schema;
  if (type !== undefined && Object.hasOwn(types, type) && !types[type](value)) return false;
  if (typeof value === 'number' && !isWithin(value, schema)) return false;
  if (typeof value !== 'object' || value === null) return isChosen(value, schema);
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.every((item) => isAllowed(item, {}, depth - 1));
  return Object.entries(value).every(
    ([name, member]) => member === null || isAllowed(member, termsOf(properties, name), depth - 1),
  );
}

const isWithin = (
  value: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Terms,
): boolean =>
  Number.isFinite(value) &&
  value >= (minimum ?? -Infinity) &&
  value <= (maximum ?? Infinity) &&
  value > (exclusiveMinimum ?? -Infinity) &&
  value < (exclusiveMaximum ?? Infinity);

function isChosen(value: unknown, { const: only, enum: choices }: Terms): boolean {
  if (only !== undefined && only !== value) return false;
  return !Array.isArray(choices) || choices.includes(value);
}

function termsOf(properties: unknown, name: string): Terms {
  const found = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : {};
  return isObject(found) ? found : {};
}
