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

/** A value of a configuration without members, as its schema describes it. */
export interface Leaf {
  path: string[];
  value: unknown;
  /** The title of the configuration's member that contains it. */
  title: string;
  isSecret: boolean;
}

/** Returns the values of a configuration. A value is a secret if any of its schemas says so. */
export function leavesOf(schema: Record<string, unknown>, configuration: unknown): Leaf[] {
  const root = schema as JsonSchema;
  const found: Leaf[] = [];
  const visit = (value: unknown, schemas: JsonSchema[], known: Omit<Leaf, 'value'>): void => {
    const all = schemas.flatMap((one) => partsOf(one, root));
    const leaf = {
      path: known.path,
      title: known.title || titleOf(all),
      isSecret: known.isSecret || isSecret(all),
    };
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (members.length === 0) found.push({ ...leaf, value });
    for (const [name, member] of members) {
      const inner = all.flatMap((one) => memberOf(one, name));
      visit(member, inner, { ...leaf, path: [...leaf.path, name] });
    }
  };
  visit(configuration, [root], { path: [], title: '', isSecret: false });
  return found;
}

const titleOf = (schemas: JsonSchema[]): string =>
  schemas.map(({ title }) => title).find((title) => typeof title === 'string') ?? '';
