import { Validator, type Schema } from '@cfworker/json-schema';
import { Problem, type DataSchema } from '@trellis/contracts';

/**
 * The terms of a data schema that are checked. `pattern` is not among them: a regular expression of
 * a stranger can take for ever. Nor is `format`, which JSON Schema leaves to the reader.
 */
const checked = [
  ...['type', 'const', 'enum', 'minItems', 'maxItems', 'required', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
];

/** Checks a value that is written, or the input of an action, by its data schema (TD 1.1, 5.3.2). */
export function requireConforming(value: unknown, schema: DataSchema): void {
  const validator = new Validator(schemaOf(schema), '2020-12', false);
  // JSON Schema knows no value that is missing; for a schema it is as wrong as null.
  const { valid, errors } = validator.validate(value ?? null);
  if (valid) return;
  const deepest = errors.filter(({ keyword }) => !containers.has(keyword));
  throw new Problem('invalid_request', 'The value does not conform to its data schema.', {
    errors: (deepest.length > 0 ? deepest : errors).slice(0, 20).map((error) => ({
      pointer: error.instanceLocation.slice(1),
      detail: error.error,
    })),
  });
}

/** They only say that something below them is wrong. */
const containers = new Set(['properties', 'items', 'prefixItems']);

function schemaOf(schema: Record<string, unknown>): Schema {
  const known = checked.filter((term) => schema[term] !== undefined);
  const { properties, items, oneOf } = schema as {
    properties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown> | Record<string, unknown>[];
    oneOf?: Record<string, unknown>[];
  };
  return {
    ...Object.fromEntries(known.map((term) => [term, schema[term]])),
    ...(oneOf && { oneOf: oneOf.map(schemaOf) }),
    ...(Array.isArray(items) && { prefixItems: items.map(schemaOf) }),
    ...(items && !Array.isArray(items) && { items: schemaOf(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, schemaOf(member)]),
      ),
    }),
  };
}
