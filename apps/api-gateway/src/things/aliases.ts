import { validate as isUuid } from 'uuid';
import type { OperationRequest } from '../operation.js';

/** Replaces the ids of merged and replaced things by those of the things that show their devices; others stay. */
export async function withoutAliases(
  { units, caller }: Pick<OperationRequest, 'units' | 'caller'>,
  ids: readonly string[],
): Promise<string[]> {
  const known = ids.filter((id) => isUuid(id));
  if (known.length === 0) return [...ids];
  const { aliases } = await units('things.aliases', { caller, ids: known });
  const things = new Map(aliases.map(({ id, thing }) => [id, thing]));
  return ids.map((id) => things.get(id.toLowerCase()) ?? id);
}
