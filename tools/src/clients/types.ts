/** A type of the OpenAPI document, without what only restricts its values. */
export type Type =
  | { kind: 'any' | 'string' | 'integer' | 'number' | 'boolean' | 'null' }
  | { kind: 'literals'; values: unknown[] }
  | { kind: 'list' | 'map'; of: Type }
  | { kind: 'union'; of: Type[] }
  | { kind: 'named'; name: string };

export interface Field {
  name: string;
  type: Type;
  isRequired: boolean;
  description: string | undefined;
}

/** A named type: an object with fields, or another name of a type. */
export type Declaration = { name: string; description: string | undefined } & (
  { fields: Field[] } | { alias: Type }
);

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Collects the named types of a document; objects within others get names made of where they are. */
export class Types {
  readonly declarations = new Map<string, Declaration>();
  readonly #names = new Map<string, string>();

  constructor(schemas: Record<string, Schema>) {
    for (const name of Object.keys(schemas)) this.#reserve(name);
    for (const [name, schema] of Object.entries(schemas)) {
      const { description } = schema;
      const declaration = schema.properties
        ? { name, description, fields: this.#fields(name, schema) }
        : { name, description, alias: this.read(schema, name) };
      this.declarations.set(name, declaration);
    }
  }

  /** Returns the type of a schema. Objects in it are named after `where` they are. */
  read(schema: Schema, where: string): Type {
    if (schema.$ref) return { kind: 'named', name: schema.$ref.split('/').at(-1)! };
    if (schema.const !== undefined) return { kind: 'literals', values: [schema.const] };
    if (schema.enum) return { kind: 'literals', values: schema.enum };
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants) return unionOf(variants.map((one) => this.read(one, where)));
    if (Array.isArray(schema.type)) {
      return unionOf(schema.type.map((type) => this.read({ ...schema, type }, where)));
    }
    return this.#plain(schema, where);
  }

  #plain(schema: Schema, where: string): Type {
    const { type, items, additionalProperties: others } = schema;
    if (type === 'array') return { kind: 'list', of: this.read(items ?? {}, `${where}Item`) };
    if (type === 'object') {
      if (schema.properties) return { kind: 'named', name: this.#nameOf(schema, where) };
      const of = typeof others === 'object' ? others : {};
      return { kind: 'map', of: this.read(of, `${where}Value`) };
    }
    const kinds = ['string', 'integer', 'number', 'boolean', 'null'] as const;
    return { kind: kinds.find((kind) => kind === type) ?? 'any' };
  }

  /** Objects with the same members share a name: the first that one of them got. */
  #nameOf(schema: Schema, where: string): string {
    const shape = JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    );
    const known = this.#names.get(shape);
    if (known) return known;
    const name = this.#reserve(where);
    this.#names.set(shape, name);
    const { description } = schema;
    this.declarations.set(name, { name, description, fields: this.#fields(name, schema) });
    return name;
  }

  readonly #reserved = new Set<string>();
  #reserve(wanted: string): string {
    let name = wanted;
    for (let n = 2; this.#reserved.has(name); n += 1) name = `${wanted}${n}`;
    this.#reserved.add(name);
    return name;
  }

  #fields(owner: string, { properties = {}, required = [] }: Schema): Field[] {
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      type: this.read(schema, owner + pascalCase(name)),
      isRequired: required.includes(name),
      description: schema.description,
    }));
  }
}

export function unionOf(types: readonly Type[]): Type {
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.of : [type]));
  const distinct = [...new Map(flat.map((type) => [JSON.stringify(type), type])).values()];
  if (distinct.some(({ kind }) => kind === 'any')) return { kind: 'any' };
  return distinct.length === 1 ? distinct[0]! : { kind: 'union', of: distinct };
}

export const pascalCase = (name: string): string =>
  wordsOf(name)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

export const snakeCase = (name: string): string =>
  wordsOf(name)
    .map((word) => word.toLowerCase())
    .join('_');

const wordsOf = (name: string): string[] =>
  name.replace(/([a-z\d])([A-Z])/g, '$1 $2').match(/[A-Za-z\d]+/g) ?? [];
