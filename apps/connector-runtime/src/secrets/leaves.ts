/** A value of a configuration that has no members, and what its schema says about it. */
export interface Leaf {
  path: string[];
  value: unknown;
  /** The title of the member of the configuration that it is or belongs to. */
  title: string;
  isSecret: boolean;
}

/** JSON Schema as `configurationSchema` makes it. */
interface Schema {
  [keyword: string]: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** The values of a configuration. What one of several schemas calls a secret is one. */
export function leavesOf(schema: Record<string, unknown>, configuration: unknown): Leaf[] {
  const root = schema as Schema;
  const found: Leaf[] = [];
  const visit = (value: unknown, schemas: Schema[], known: Omit<Leaf, 'value'>): void => {
    const all = schemas.flatMap((one) => alternatives(one, root));
    const leaf = {
      path: known.path,
      title: known.title || titleOf(all),
      isSecret: known.isSecret || all.some(({ writeOnly }) => writeOnly === true),
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

/** A schema, and those that it puts together. */
function alternatives(schema: Schema, root: Schema): Schema[] {
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema;
  const referred = $ref === '#' ? root : root.$defs?.[$ref?.replace('#/$defs/', '') ?? ''];
  const others = [...(referred ? [referred] : []), ...oneOf, ...anyOf, ...allOf];
  return [schema, ...others.flatMap((other) => alternatives(other, root))];
}

function memberOf({ properties = {}, additionalProperties, items }: Schema, name: string) {
  if (Object.hasOwn(properties, name)) return [properties[name]!];
  return [additionalProperties, items].filter((schema) => typeof schema === 'object');
}

const titleOf = (schemas: Schema[]): string =>
  schemas.map(({ title }) => title).find((title) => typeof title === 'string') ?? '';
