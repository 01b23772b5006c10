/** JSON Schema as `configurationSchema` makes it. */
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

/** What is said elsewhere may be that it is a secret. */
const elsewhere: JsonSchema = { writeOnly: true };

/** A schema, and those that it puts together. */
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

/** What a schema says about a member, or an item. */
export function memberOf(
  { properties = {}, additionalProperties, items }: JsonSchema,
  name: string,
) {
  if (Object.hasOwn(properties, name)) return [properties[name]!];
  return [additionalProperties, items].filter((schema) => typeof schema === 'object');
}

/** Whether one of the schemas of a value says that it is a secret. */
export const isSecret = (schemas: JsonSchema[]): boolean =>
  schemas.some(({ writeOnly }) => writeOnly === true);
