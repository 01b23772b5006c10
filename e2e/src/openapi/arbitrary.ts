import fc, { type Arbitrary } from 'fast-check';
import type { OpenApiDocument, Schema } from './document.js';
import { Known } from './known-ids.js';

interface Options {
  document: OpenApiDocument;
  /** Returns the kind of resource whose id a member contains, if any. */
  kindOf: (member: string) => string | undefined;
}

/** Maximum depth of generated values, because schemas may be recursive. */
const maxDepth = 4;

/** Texts that are special to some layer on the way to the database. */
export const oddTexts = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '%',
  '%00',
  '%2e',
  '\\',
  "'; --",
  '"',
  '{}',
  '*',
  '-1',
  'NaN',
  '\u0000',
  '\u001f',
  '\u007f',
  '\ud800',
  '\u202e',
  '\ufeff',
  '💡',
  'é',
  'e\u0301',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  '@id',
  '@context',
  'a'.repeat(256),
  '💡'.repeat(256),
  'a'.repeat(257),
  '9'.repeat(400),
  '1e999',
  '-0',
];
const oddText = fc.constantFrom(...oddTexts);

/** JSON-LD, and what looks like it. */
const linkedData = fc.constantFrom<unknown>(
  { '@context': 'https://schema.org', '@type': 'Place', name: 'Kitchen' },
  { '@id': 'urn:a' },
  { '@context': 'https://example.com/unknown' },
  { '@context': { a: { '@id': 5 } }, a: 1 },
  { a: { '@id': 7 } },
);

const anyValue: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: linkedData },
  { weight: 1, arbitrary: oddText },
);

/** Generates values of a schema. A few texts break rules that a schema cannot express. */
export function arbitraryOf(
  given: Schema,
  options: Options,
  depth = 0,
  member = '',
): Arbitrary<unknown> {
  const schema = resolve(given, options.document);
  const inner = (part: Schema, name = member) => arbitraryOf(part, options, depth + 1, name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => inner(part)));
  switch (schema.type) {
    case 'object':
      return withExample(schema, objectOf(schema, inner, depth));
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      const maxLength = depth < maxDepth ? Math.max(minItems, Math.min(maxItems, 3)) : minItems;
      return fc.array(inner(items), { minLength: minItems, maxLength });
    }
    case 'string':
      return textOf(schema, options.kindOf(member));
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anyValue;
  }
}

function resolve(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(document.components.schemas[name]!, document);
}

const withExample = ({ example }: Schema, arbitrary: Arbitrary<unknown>) =>
  example === undefined ? arbitrary : fc.oneof(arbitrary, fc.constant(example));

function objectOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  inner: (part: Schema, name?: string) => Arbitrary<unknown>,
  depth: number,
): Arbitrary<object> {
  const names = Object.keys(properties).filter(
    (name) => depth < maxDepth || required.includes(name),
  );
  const members = fc.record(
    Object.fromEntries(names.map((name) => [name, inner(properties[name]!, name)])),
    { requiredKeys: names.filter((name) => required.includes(name)) },
  ) as Arbitrary<object>;
  if (typeof additionalProperties !== 'object' || depth >= maxDepth) return members;
  const further = fc.dictionary(
    fc.oneof(
      fc.constantFrom('a', 'b'),
      textOf(propertyNames ?? {}, undefined),
    ) as Arbitrary<string>,
    inner(additionalProperties),
    { maxKeys: 3 },
  );
  return fc.tuple(members, further).map(([one, other]) => ({ ...other, ...one }));
}

function textOf(
  { format, minLength = 0, maxLength = 300 }: Schema,
  kind: string | undefined,
): Arbitrary<unknown> {
  const text =
    format === 'uuid'
      ? fc.uuid()
      : format === 'uri'
        ? fc.webUrl()
        : fc.oneof(
            { weight: 12, arbitrary: fc.constantFrom('a', 'b', 'Kitchen') },
            {
              weight: 6,
              arbitrary: fc.string({
                unit: 'grapheme',
                minLength,
                maxLength: Math.min(maxLength, 20),
              }),
            },
            { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength, maxLength: 20 }) },
            { weight: 1, arbitrary: oddText },
          );
  if (kind === undefined) return text;
  return fc.oneof({ weight: 5, arbitrary: known(kind) }, { weight: 1, arbitrary: text });
}

export const known = (kind: string): Arbitrary<Known> =>
  fc.nat(20).map((index) => new Known(kind, index));

function numberOf({ type, minimum, exclusiveMinimum, maximum }: Schema): Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum ?? -1e6;
  const max = maximum ?? 1e6;
  const inside = fc.integer({
    min: Math.max(Math.ceil(min), Number.MIN_SAFE_INTEGER),
    max: Math.min(max, Number.MAX_SAFE_INTEGER),
  });
  return type === 'integer' ? inside : fc.oneof(inside, fc.double({ min, max, noNaN: true }));
}

/** Generates values with a missing, odd or additional member. */
export const spoiled = (valid: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(valid, anyValue, fc.nat(30), fc.constantFrom('replace', 'remove', 'add', 'other'))
    .map(([value, odd, index, change]) => {
      if (typeof value !== 'object' || value === null || value instanceof Known) return odd;
      if (Array.isArray(value)) return change === 'other' ? odd : [...(value as unknown[]), odd];
      const members = Object.entries(value);
      const position = index % Math.max(1, members.length);
      if (change === 'other') return odd;
      if (change === 'add') return { ...value, [oddTexts[index % oddTexts.length]!]: odd };
      if (change === 'remove') return Object.fromEntries(members.toSpliced(position, 1));
      return { ...value, [members[position]?.[0] ?? 'a']: odd };
    });
