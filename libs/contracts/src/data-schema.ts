import { z } from 'zod';
import { refuseFirst } from './bounded.js';
import { anyJson, longText, plainText, text } from './text.js';

const count = z.number().int().min(0);
const translations = z.record(z.string(), longText);

/** Returns whether a `@type` may be one of a thing: that of Thing Models, the templates of things, may not (section 6). */
export const isThingType = (tag: string): boolean => tag !== 'tm:ThingModel';

/** `@type`: one semantic tag or several. */
const semanticType = z
  .union([z.string(), z.array(z.string())])
  .refine((tags) => [tags].flat().every(isThingType), 'A thing is not a Thing Model.');

export const descriptive = {
  '@type': semanticType.optional(),
  title: text.optional(),
  titles: translations.optional(),
  description: longText.optional(),
  descriptions: translations.optional(),
};

/**
 * The role of an affordance: `primary` is what people use the device for, `configuration` sets it up, `diagnostic` is
 * about the device itself. Source: Home Assistant, "Entity", `entity_category`.
 */
export const affordanceRole = z.enum(['primary', 'configuration', 'diagnostic']);
export type AffordanceRole = z.infer<typeof affordanceRole>;

/** Returns the role of an affordance; without one it is primary. */
export const roleOfAffordance = ({
  role = 'primary',
}: {
  role?: AffordanceRole | undefined;
}): AffordanceRole => role;

type Nested = z.ZodType<Record<string, unknown>>;

/**
 * A data schema of the W3C Web of Things Thing Description 1.1 (section 5.3.2). Terms of other vocabularies are
 * allowed and not checked.
 */
export const dataSchema = z
  .looseObject({
    ...descriptive,
    type: z.enum(['boolean', 'integer', 'number', 'string', 'object', 'array', 'null']).optional(),
    const: anyJson.optional(),
    default: anyJson.optional(),
    unit: text.optional(),
    get oneOf(): z.ZodOptional<z.ZodArray<Nested>> {
      return z.array(dataSchema).optional();
    },
    enum: z.array(z.unknown()).min(1).refine(areUnique, 'Must be unique.').optional(),
    readOnly: z.boolean().optional(),
    writeOnly: z.boolean().optional(),
    format: z.string().optional(),
    get items(): z.ZodOptional<z.ZodUnion<readonly [Nested, z.ZodArray<Nested>]>> {
      return z.union([dataSchema, z.array(dataSchema)]).optional();
    },
    minItems: count.optional(),
    maxItems: count.optional(),
    get properties(): z.ZodOptional<z.ZodRecord<typeof plainText, Nested>> {
      return z.record(plainText, dataSchema).optional();
    },
    required: z.array(z.string()).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
    minLength: count.optional(),
    maxLength: count.optional(),
    pattern: z.string().optional(),
    contentEncoding: z.string().optional(),
    contentMediaType: z.string().optional(),
  })
  .meta({ id: 'DataSchema', description: 'A data schema of the Thing Description 1.1.' });
export type DataSchema = z.infer<typeof dataSchema>;

/** The maximum number of values (objects, arrays, texts, …) in all properties, or all actions, of a thing. */
const maxDescribedValues = 10_000;

const maxDescribedDepth = 50;

/**
 * Declares affordances by their names. Their values are counted before they are checked, which bounds the number of
 * schemas, alternatives and `enum` values. The `value` beside an affordance is not part of it.
 */
export const affordances = <Affordance extends z.ZodType>(affordance: Affordance) =>
  refuseFirst(findExcess, z.record(plainText, affordance));

function findExcess(given: unknown): string | undefined {
  let count = 0;
  const open = membersOf(given).map((affordance) => ({
    value: withoutValue(affordance),
    depth: 1,
  }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    count += 1;
    if (count + open.length > maxDescribedValues) {
      return `Must have at most ${maxDescribedValues} values.`;
    }
    if (depth > maxDescribedDepth) {
      return `Must be nested at most ${maxDescribedDepth} levels deep.`;
    }
    for (const member of membersOf(value)) open.push({ value: member, depth: depth + 1 });
  }
  return undefined;
}

const membersOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

function withoutValue(affordance: unknown): unknown {
  if (typeof affordance !== 'object' || affordance === null) return affordance;
  return { ...affordance, value: undefined };
}

function areUnique(values: unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length;
}
