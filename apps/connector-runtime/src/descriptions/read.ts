import { Problem, type Handler } from '@trellis/contracts';
import type { Registry } from '../registry.js';

interface Needs {
  registry: Registry;
}

/** Lists what connector types there are. */
export const listDescriptions: Handler<'descriptions.list', Needs> = async (
  { registry },
  { page: { limit, cursor } },
) => {
  const rest = registry.descriptions.filter(({ id }) => id > Number(cursor ?? -1));
  const items = rest.slice(0, limit);
  return { items, ...(rest.length > limit && { next: String(items.at(-1)!.id) }) };
};

export const readDescription: Handler<'descriptions.read', Needs> = async (
  { registry },
  { id },
) => {
  const description = registry.descriptions.find((known) => String(known.id) === id);
  if (!description) throw new Problem('not_found', 'There is no such connector description.');
  return description;
};
