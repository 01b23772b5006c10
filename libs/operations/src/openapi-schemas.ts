import type { ZodOpenApiOverride } from 'zod-openapi';

const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: greatest } = Number;

/**
 * Removes redundant keywords that zod adds to schemas, and those that are too strict: members may be added to answers,
 * so no answer rules out further ones.
 */
export const plainSchema: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  if (jsonSchema.minimum === least) delete jsonSchema.minimum;
  if (jsonSchema.maximum === greatest) delete jsonSchema.maximum;
  const { propertyNames: names } = jsonSchema;
  if (typeof names === 'object' && Object.keys(names).length === 1) delete jsonSchema.propertyNames;
};
