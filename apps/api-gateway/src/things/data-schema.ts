import { Validator, type Schema } from '@cfworker/json-schema';
import { Problem, type DataSchema } from '@trellis/contracts';

/**
 * The terms of a data schema that are checked. `pattern` is not: a regular expression from a stranger can
 * take forever. Nor is `format`, which JSON Schema makes optional.
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

/** How many errors of one value are reported. */
const maxErrors = 20;

/** Checks a value to be written, or the input of an action, by its data schema (TD 1.1, 5.3.2). */
export function requireConforming(value: unknown, schema: DataSchema): void {
  const validator = new Validator(toJsonSchema(schema), '2020-12', false);
  // JSON Schema has no concept of a missing value; null fails the same schemas.
  const { valid, errors } = validator.validate(value ?? null);
  if (valid) return;
  const deepest = errors.filter(({ keyword }) => !containers.has(keyword));
  throw new Problem('invalid_request', 'The value does not conform to its data schema.', {
    errors: (deepest.length > 0 ? deepest : errors).slice(0, maxErrors).map((error) => ({
      pointer: error.instanceLocation.slice(1),
      detail: error.error,
    })),
  });
}

/** Keywords whose errors only say that something inside is wrong. */
const containers = new Set(['properties', 'items', 'prefixItems']);

function toJsonSchema(schema: Record<string, unknown>): Schema {
  const terms = checkedTerms.filter((term) => schema[term] !== undefined);
  const { properties, items, oneOf } = schema as {
    properties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown> | Record<string, unknown>[];
    oneOf?: Record<string, unknown>[];
  };
  return {
    ...Object.fromEntries(terms.map((term) => [term, schema[term]])),
    ...(oneOf && { oneOf: oneOf.map(toJsonSchema) }),
    ...(Array.isArray(items) && { prefixItems: items.map(toJsonSchema) }),
    ...(items && !Array.isArray(items) && { items: toJsonSchema(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, toJsonSchema(member)]),
      ),
    }),
  };
}
