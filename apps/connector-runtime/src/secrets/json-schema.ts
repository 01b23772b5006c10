/** JSON Schema as `configurationSchema` creates it. */
export interface JsonSchema {
  [keyword: string]: unknown;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** An unresolvable reference may be a secret. */
const elsewhere: JsonSchema = { writeOnly: true };

/** Returns a schema and those that it combines or refers to. */
export function partsOf(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema;
  const referred = $ref === '#' ? root : root.$defs?.[$ref?.replace('#/$defs/', '') ?? ''];
  const others = [
    ...($ref === undefined ? [] : [referred ?? elsewhere]),
    ...oneOf,
    ...anyOf,
    ...allOf,
  ];
  return [schema, ...others.flatMap((other) => partsOf(other, root))];
}

/** Returns the schemas of a member or an item. */
export function memberOf(
  { properties = {}, additionalProperties, items }: JsonSchema,
  name: string,
) {
  if (Object.hasOwn(properties, name)) return [properties[name]!];
  return [additionalProperties, items].filter((schema) => typeof schema === 'object');
}

/** Returns whether any schema of a value marks it as a secret. */
export const isSecret = (schemas: JsonSchema[]): boolean =>
  schemas.some(({ writeOnly }) => writeOnly === true);
