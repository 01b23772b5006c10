import { z } from 'zod';
import { anyJson, longText, plainText, text } from './text.js';

const count = z.number().int().min(0);
const translations = z.record(z.string(), longText);

/** Thing Models are templates of things; their `@type` is reserved (section 6). */
export const isThingType = (tag: string): boolean => tag !== 'tm:ThingModel';

/** `@type`: one semantic tag or several. */
const semanticType = z
  .union([z.string(), z.array(z.string())])
  .refine((tags) => [tags].flat().every(isThingType), 'A thing is not a Thing Model.');

/** The terms that describe every affordance and data schema to readers. */
export const descriptive = {
  '@type': semanticType.optional(),
  title: text.optional(),
  titles: translations.optional(),
  description: longText.optional(),
  descriptions: translations.optional(),
};

/** A data schema inside another. */
const nested: z.ZodType<Record<string, unknown>> = z.lazy(() => dataSchema);

/**
 * A data schema of the W3C Web of Things Thing Description 1.1 (section 5.3.2): its terms are checked,
 * and terms of other vocabularies are allowed.
 */
export const dataSchema = z
  .looseObject({
    ...descriptive,
    type: z.enum(['boolean', 'integer', 'number', 'string', 'object', 'array', 'null']).optional(),
    const: anyJson.optional(),
    default: anyJson.optional(),
    unit: text.optional(),
    oneOf: z.array(nested).optional(),
    enum: z.array(z.unknown()).min(1).refine(areUnique, 'Must be unique.').optional(),
    readOnly: z.boolean().optional(),
    writeOnly: z.boolean().optional(),
    format: z.string().optional(),
    items: z.union([nested, z.array(nested)]).optional(),
    minItems: count.optional(),
    maxItems: count.optional(),
    properties: z.record(plainText, nested).optional(),
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

function areUnique(values: unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length;
}
