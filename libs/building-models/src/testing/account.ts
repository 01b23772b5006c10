import { randomUUID as newId } from 'node:crypto';
import type { AccountUnit } from '../from-units.js';
import type { ReadModel } from '../read-model.js';

/** The units that an account has once it has imported a model. */
export function importInto({ units }: ReadModel): AccountUnit[] {
  const ids = new Map(units.map(({ id }) => [id, newId()]));
  const known = (others: string[]) => others.flatMap((other) => ids.get(other) ?? []);
  return units.map(({ id, name, type, properties, parents, children }) => ({
    id: ids.get(id)!,
    name,
    type,
    properties: JSON.parse(JSON.stringify(properties)) as AccountUnit['properties'],
    parents: known(parents),
    children: known(children),
    things: [],
  }));
}
