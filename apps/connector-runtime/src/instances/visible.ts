import { Problem, type Caller } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../database.js';

/** Reads an instance of the developer; any other is not found. */
export async function requireVisibleInstance(
  database: Queries,
  { caller: { developer }, id }: { caller: Caller; id: string },
) {
  const instance = isUuid(id)
    ? await database.instance.findFirst({ where: { id, developer } })
    : null;
  if (!instance) throw noSuchInstance();
  return instance;
}

export const noSuchInstance = () =>
  new Problem('not_found', 'There is no such connector instance.');
