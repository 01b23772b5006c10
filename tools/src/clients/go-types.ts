import { pascalCase, type Declaration, type Field, type Type } from './types.js';

const initialisms = new Set(['Id', 'Url', 'Uri', 'Json', 'Http']);

/** Returns an exported name in Go: `client_id` as `ClientID`, `@type` as `AtType`. */
export const goName = (name: string): string =>
  pascalCase(name.replace('@', 'at_'))
    .replace(/[A-Z][a-z\d]*/g, (word) => (initialisms.has(word) ? word.toUpperCase() : word))
    .replace(/^(?=\d)/, 'N');

/** Maps types to those of Go. A union of objects becomes one struct with the members of all. */
export class GoTypes {
  readonly #declarations: Map<string, Declaration>;

  constructor(declarations: ReadonlyMap<string, Declaration>) {
    this.#declarations = new Map(declarations);
  }

  /** Returns the declarations, with those of unions that were met meanwhile. */
  declare(): string {
    const texts: string[] = [];
    // A declaration may add others, which are then iterated, too.
    for (const declaration of this.#declarations.values())
      texts.push(this.#declaration(declaration));
    return texts.join('\n\n');
  }

  of(type: Type): string {
    switch (type.kind) {
      case 'string':
        return 'string';
      case 'integer':
        return 'int64';
      case 'number':
        return 'float64';
      case 'boolean':
        return 'bool';
      case 'literals':
        return type.values.every((value) => typeof value === 'string') ? 'string' : 'any';
      case 'list':
        return `[]${this.of(type.of)}`;
      case 'map':
        return `map[string]${this.of(type.of)}`;
      case 'named':
        return goName(type.name);
      case 'union':
        return this.#union(type.of);
      default:
        return 'any';
    }
  }

  #declaration(declaration: Declaration): string {
    const { name, description } = declaration;
    const text = description ? comment(`${goName(name)}: ${description}`) : '';
    if ('alias' in declaration)
      return `${text}type ${goName(name)} = ${this.of(declaration.alias)}`;
    const fields = declaration.fields.map((field) => this.#field(field));
    const members = fields.length ? ` {\n${fields.join('\n\n')}\n}` : '{}';
    return `${text}type ${goName(name)} struct${members}`;
  }

  #field({ name, type, isRequired, description }: Field): string {
    const goType = this.of(type);
    const isNil = /^(\*|\[\]|map|any$)/.test(goType);
    const tag = `json:"${name}${isRequired ? '' : ',omitempty'}"`;
    const text = description ? comment(description, '\t') : '';
    return `${text}\t${goName(name)} ${isRequired || isNil ? '' : '*'}${goType} \`${tag}\``;
  }

  #union(types: readonly Type[]): string {
    const others = types.filter(({ kind }) => kind !== 'null');
    if (others.length < types.length) {
      const one = others.length === 1 ? this.of(others[0]!) : this.#union(others);
      return /^(\*|\[\]|map|any$)/.test(one) ? one : `*${one}`;
    }
    const names = [...new Set(others.map((type) => this.of(type)))];
    if (names.length === 1) return names[0]!;
    if (names.every((name) => ['int64', 'float64'].includes(name))) return 'float64';
    if (others.every((type) => type.kind === 'list')) {
      return `[]${this.#union(others.map((type) => (type as { of: Type }).of))}`;
    }
    const objects = others.map((type) => this.#object(type));
    return objects.every((one) => one !== undefined) ? this.#merged(objects) : 'any';
  }

  #object(type: Type): { name: string; fields: Field[] } | undefined {
    const found = type.kind === 'named' ? this.#declarations.get(type.name) : undefined;
    return found && 'fields' in found ? found : undefined;
  }

  #merged(objects: readonly { name: string; fields: Field[] }[]): string {
    const name = objects.map((one) => one.name).join('Or');
    const fields = new Map<string, Field>();
    for (const field of objects.flatMap((one) => one.fields)) {
      const all = objects.flatMap((one) => one.fields.filter((other) => other.name === field.name));
      const isSame = all.every(({ type }) => this.of(type) === this.of(field.type));
      fields.set(field.name, {
        ...field,
        ...(!isSame && { type: { kind: 'any' as const } }),
        isRequired: all.length === objects.length && all.every((one) => one.isRequired),
      });
    }
    const variants = objects.map((one) => goName(one.name)).join(', ');
    const description = `One of ${variants}, with the members of all.`;
    this.#declarations.set(name, { name, description, fields: [...fields.values()] });
    return goName(name);
  }
}

export const comment = (text: string, indent = ''): string =>
  `${indent}// ${text.replace(/\s+/g, ' ').trim()}\n`;
