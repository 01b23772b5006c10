import { configurationSchema, type ConfigurationDefinition } from '@trellis/connector-sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { z } from 'zod';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Yields the members of a JSON Schema that are texts, at any depth, with their names. */
export function* textsOf(schema: unknown): Generator<[string, Json]> {
  if (Array.isArray(schema)) for (const item of schema) yield* textsOf(item);
  if (!isObject(schema)) return;
  for (const [name, member] of Object.entries(
    isObject(schema.properties) ? schema.properties : {},
  )) {
    if (isObject(member) && member.type === 'string' && !('const' in member)) yield [name, member];
  }
  for (const value of Object.values(schema)) yield* textsOf(value);
}

/** Yields all paths in a value, including members that a schema has and the value lacks. */
function* pathsIn(value: unknown, names: readonly string[]): Generator<(string | number)[]> {
  yield [];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const path of pathsIn(item, [])) yield [index, ...path];
    }
  }
  if (!isObject(value)) return;
  for (const name of new Set([...Object.keys(value), ...names, 'unknown'])) {
    for (const path of pathsIn(value[name], [])) yield [name, ...path];
  }
}

/** Returns a copy of a value with another one, or none (undefined), at a path. */
function replaced(value: unknown, [first, ...rest]: (string | number)[], by: unknown): unknown {
  if (first === undefined) return by;
  const copy = structuredClone(Array.isArray(value) || isObject(value) ? value : {}) as
    Json | unknown[];
  const member = replaced((copy as Json)[first], rest, by);
  if (Array.isArray(copy)) copy[Number(first)] = member ?? null;
  else if (member === undefined) Reflect.deleteProperty(copy, first);
  else copy[first] = member;
  return copy;
}

/** The values that are tried at every path. */
const values = [
  undefined,
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1,
  999,
  1000,
  1e9,
  2 ** 53,
  [],
  {},
  '',
  ' ',
  ' a ',
  '\u0000',
  'ä',
  'http:',
  'https://host.example/a?b#c',
  '{a}',
  '$.a',
  ...[65, 257, 1025, 2049, 4097, 65_537].flatMap((n) => ['a'.repeat(n), `${' '.repeat(n)}a`]),
];

const anything = (texts: string[]) =>
  fc.oneof(
    fc.constantFrom(...values),
    fc.constantFrom(...texts),
    fc.string({ maxLength: 300 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.jsonValue({ maxDepth: 2 }),
  );

/** Returns whether JSON Schema cannot express an issue, or only annotate it. */
function isBeyondSchema(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'custom') return true;
  if (issue.code === 'invalid_format') return issue.format === 'url';
  if (issue.code === 'invalid_key') return issue.issues.every(isBeyondSchema);
  return issue.code === 'invalid_union' && issue.errors.some((all) => all.every(isBeyondSchema));
}

/**
 * Throws unless a schema and its JSON Schema accept the same values, except for what only code can check. Formats are
 * annotations in JSON Schema, as in draft 2020-12.
 */
export function requireAgreement({ schema, sample }: ConfigurationDefinition<z.ZodObject>): void {
  const described = configurationSchema(schema);
  const validate = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    validateFormats: false,
  }).compile(described);
  const paths = [...pathsIn(sample, Object.keys(schema.shape))];
  const texts = JSON.stringify([described, sample]).match(/[^"\\]+/g)!;

  function check(given: unknown): void {
    const { error } = schema.safeParse(given);
    const isValid = validate(given);
    const broken = error?.issues.filter((issue) => !isBeyondSchema(issue)) ?? [];
    if (isValid && broken.length > 0) throw new Error(JSON.stringify({ given, broken }));
    if (!isValid && !error) throw new Error(JSON.stringify({ given, errors: validate.errors }));
  }

  for (const path of paths) for (const by of values) check(replaced(sample, path, by) ?? {});
  const change = fc.record({ path: fc.constantFrom(...paths), by: anything(texts) });
  const changed = fc
    .array(change, { minLength: 2, maxLength: 4 })
    .map((changes) =>
      changes.reduce<unknown>((value, { path, by }) => replaced(value, path, by), sample),
    );
  fc.assert(
    fc.property(changed, (given) => check(given ?? {})),
    { numRuns: 500 },
  );
}
