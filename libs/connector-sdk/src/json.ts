export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Copies an object, with the members of `changes` in place of its own, except those that are undefined. */
export function override<Base extends object>(base: Base, changes: Partial<Base>): Base {
  const result = { ...base };
  for (const name of Object.keys(changes) as (keyof Base)[]) {
    const value = changes[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** Groups items by key, in their order; leaves out those without a key. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | undefined,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = key !== undefined && groups.get(key);
    if (group) group.push(item);
    else if (key !== undefined) groups.set(key, [item]);
  }
  return groups;
}
