import { isSecret, memberOf, partsOf, type JsonSchema } from './json-schema.js';

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
