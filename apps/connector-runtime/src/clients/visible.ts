import { Problem, type Caller } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../database.js';
import { visibleTo } from '../visible.js';

/** Reads a client that the caller sees; any other is not found. */
export async function requireVisibleClient(
  database: Queries,
  { caller, id }: { caller: Caller; id: string },
) {
  const client = isUuid(id)
    ? await database.client.findFirst({
        where: { id, ...visibleTo(caller) },
        include: { instance: true },
      })
    : null;
  if (!client) throw noSuchClient();
  return client;
}

export const noSuchClient = () => new Problem('not_found', 'There is no such connector client.');

export const clientPaused = () =>
  new Problem('client_paused', 'The connector client is left alone until it is resumed.');
