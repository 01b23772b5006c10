import { validate, type Schema } from '@cfworker/json-schema';
import type { DataSchema } from './data-schema.js';
import { isObject, jsonPointer } from './json.js';
import { Problem, type MemberError } from './problems.js';

/**
 * The terms of a data schema that are checked for each value. `pattern` is missing because an untrusted regular
 * expression can run forever, `format` because JSON Schema makes it optional.
 */
const checkedTerms = [
  'type',
  'const',
  'enum',
  'minItems',
  'maxItems',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
];

const maxErrors = 20;

/** The maximum length of an error's detail (characters); it may list the values of an `enum`. */
const maxDetailLength = 500;

/**
 * The maximum number of steps of a check: one for each pair of a value and a schema, more for long ones. Every
 * alternative of `oneOf` is checked, so that the number of pairs can be huge.
 */
const maxSteps = 100_000;

/** Checks a value to be written, or the input of an action, by its data schema (TD 1.1, 5.3.2). */
export function requireConforming(value: unknown, schema: DataSchema): void {
  const errors: MemberError[] = [];
  const location = { pointer: '', meter: createMeter(maxSteps) };
  // JSON Schema has no concept of a missing value; null fails the same schemas.
  for (const error of errorsOf(value ?? null, schema, location)) {
    if (errors.push(error) === maxErrors) break;
  }
  if (errors.length === 0) return;
  throw new Problem('invalid_request', 'The value does not conform to its data schema.', {
    errors,
  });
}

/** Returns whether a value conforms to its data schema within `steps` steps. */
export function conformsTo(value: unknown, schema: DataSchema, steps: number): boolean {
  const location = { pointer: '', meter: createMeter(steps) };
  try {
    return errorsOf(value ?? null, schema, location).next().done === true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** A data schema as it was stored, in which any term may be missing. */
interface Terms {
  oneOf?: Terms[];
  items?: Terms | Terms[];
  properties?: Record<string, Terms>;
  [term: string]: unknown;
}

/** The location of a nested value, and the budget of the whole check. */
interface Location {
  pointer: string;
  meter: Meter;
}

/** Yields the errors of a value one by one, so that the caller can stop the check early. */
function* errorsOf(value: unknown, schema: Terms, location: Location): Generator<MemberError> {
  const { terms, steps } = location.meter.ownTermsOf(schema);
  location.meter.spend(1 + steps + weightOf(value));
  yield* ownErrors(value, terms, location);
  if (schema.oneOf) yield* errorsOfAlternatives(value, schema.oneOf, location);
  if (Array.isArray(value)) yield* errorsOfItems(value, schema.items, location);
  else if (isObject(value)) yield* errorsOfMembers(value, schema.properties ?? {}, location);
}

function* ownErrors(value: unknown, terms: Schema, { pointer }: Location): Generator<MemberError> {
  for (const { error } of validate(value, terms, '2020-12', {}).errors) {
    yield { pointer, detail: error.slice(0, maxDetailLength) };
  }
}

function* errorsOfAlternatives(
  value: unknown,
  alternatives: Terms[],
  location: Location,
): Generator<MemberError> {
  const matching = alternatives.filter((one) => errorsOf(value, one, location).next().done);
  if (matching.length === 1) return;
  yield {
    pointer: location.pointer,
    detail: `Conforms to ${matching.length} of the alternatives instead of one.`,
  };
}

function* errorsOfItems(
  value: unknown[],
  items: Terms['items'],
  location: Location,
): Generator<MemberError> {
  for (const [index, item] of value.entries()) {
    const schema = Array.isArray(items) ? items[index] : items;
    if (!schema) return;
    yield* errorsOf(item, schema, { ...location, pointer: `${location.pointer}/${index}` });
  }
}

function* errorsOfMembers(
  value: Record<string, unknown>,
  properties: Record<string, Terms>,
  location: Location,
): Generator<MemberError> {
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const pointer = location.pointer + jsonPointer([name]);
    yield* errorsOf(value[name], schema, { ...location, pointer });
  }
}

/** Returns the steps for counting the characters or members of a value. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 32;
  return isObject(value) ? Object.keys(value).length / 4 : 0;
}

type Meter = ReturnType<typeof createMeter>;

/** Creates the budget of one check. */
function createMeter(steps: number) {
  let left = steps;
  const known = new Map<Terms, { terms: Schema; steps: number }>();
  return {
    spend(steps: number): void {
      left -= steps;
      if (left < 0) throw tooLarge();
    },
    /** Returns the terms of a schema without those of nested schemas, and the steps for checking them. */
    ownTermsOf(schema: Terms) {
      const found = known.get(schema);
      if (found) return found;
      const used = checkedTerms.filter((term) => schema[term] !== undefined);
      const terms = Object.fromEntries(used.map((term) => [term, schema[term]]));
      const members = Object.keys(schema.properties ?? {}).length;
      const own = { terms, steps: (JSON.stringify(terms).length + members) / 32 };
      known.set(schema, own);
      return own;
    },
  };
}

function tooLarge(): Problem {
  const detail = 'Is too large to be checked by its data schema.';
  return new Problem('invalid_request', detail, { errors: [{ pointer: '', detail }] });
}
