import { validate, type Schema } from '@cfworker/json-schema';
import type { DataSchema } from './data-schema.js';
import { isObject, jsonPointer } from './json.js';
import { Problem, type MemberError } from './problems.js';

/**
 * The terms of a data schema that are checked for each value. `pattern` is not: a regular expression from
 * a stranger can take forever. Nor is `format`, which JSON Schema makes optional.
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

/** How many errors of one value are found. */
const maxErrors = 20;

/** The longest detail of an error (characters); it may list the values of an `enum`. */
const maxDetailLength = 500;

/**
 * How many steps a check takes: one for each value and each schema that it is checked by, more for long
 * ones. Each alternative of `oneOf` is checked, so the product of schema and value can be huge.
 */
const maxSteps = 100_000;

/** Checks a value to be written, or the input of an action, by its data schema (TD 1.1, 5.3.2). */
export function requireConforming(value: unknown, schema: DataSchema): void {
  const errors: MemberError[] = [];
  const place = { pointer: '', meter: createMeter(maxSteps) };
  // JSON Schema has no concept of a missing value; null fails the same schemas.
  for (const error of errorsOf(value ?? null, schema, place)) {
    if (errors.push(error) === maxErrors) break;
  }
  if (errors.length === 0) return;
  throw new Problem('invalid_request', 'The value does not conform to its data schema.', {
    errors,
  });
}

/** Whether a value conforms to its data schema; one that takes more steps to check does not. */
export function conformsTo(value: unknown, schema: DataSchema, steps: number): boolean {
  const place = { pointer: '', meter: createMeter(steps) };
  try {
    return errorsOf(value ?? null, schema, place).next().done === true;
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

/** Where a value is in the one that is checked, and what the check may still cost. */
interface Place {
  pointer: string;
  meter: Meter;
}

/** Finds what is wrong, one error after the other: whoever has enough of them stops the check. */
function* errorsOf(value: unknown, schema: Terms, place: Place): Generator<MemberError> {
  const { terms, steps } = place.meter.ownTermsOf(schema);
  place.meter.spend(1 + steps + weightOf(value));
  yield* ownErrors(value, terms, place);
  if (schema.oneOf) yield* errorsOfAlternatives(value, schema.oneOf, place);
  if (Array.isArray(value)) yield* errorsOfItems(value, schema.items, place);
  else if (isObject(value)) yield* errorsOfMembers(value, schema.properties ?? {}, place);
}

function* ownErrors(value: unknown, terms: Schema, { pointer }: Place): Generator<MemberError> {
  for (const { error } of validate(value, terms, '2020-12', {}).errors) {
    yield { pointer, detail: error.slice(0, maxDetailLength) };
  }
}

function* errorsOfAlternatives(
  value: unknown,
  alternatives: Terms[],
  place: Place,
): Generator<MemberError> {
  const matching = alternatives.filter((one) => errorsOf(value, one, place).next().done);
  if (matching.length === 1) return;
  yield {
    pointer: place.pointer,
    detail: `Conforms to ${matching.length} of the alternatives instead of one.`,
  };
}

function* errorsOfItems(
  value: unknown[],
  items: Terms['items'],
  place: Place,
): Generator<MemberError> {
  for (const [index, item] of value.entries()) {
    const schema = Array.isArray(items) ? items[index] : items;
    if (!schema) return;
    yield* errorsOf(item, schema, { ...place, pointer: `${place.pointer}/${index}` });
  }
}

function* errorsOfMembers(
  value: Record<string, unknown>,
  properties: Record<string, Terms>,
  place: Place,
): Generator<MemberError> {
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const pointer = place.pointer + jsonPointer([name]);
    yield* errorsOf(value[name], schema, { ...place, pointer });
  }
}

/** The steps it takes to count the characters or members of a value. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 32;
  return isObject(value) ? Object.keys(value).length / 4 : 0;
}

type Meter = ReturnType<typeof createMeter>;

/** Counts the steps of one check. */
function createMeter(steps: number) {
  let left = steps;
  const known = new Map<Terms, { terms: Schema; steps: number }>();
  return {
    spend(steps: number): void {
      left -= steps;
      if (left < 0) throw tooLarge();
    },
    /** The terms of a schema without those of the schemas inside it, and the steps to check them. */
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
