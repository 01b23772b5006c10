import type { Handler } from '@trellis/contracts';
import type { Runtime } from '../runtime.js';
import { visibleTo } from '../visible.js';
import { readTimes } from './status.js';

/** Reads when clients were last polled from the queue, where it is anyway. */
export const readLastPolls: Handler<
  'clients.last_polls',
  Pick<Runtime, 'database' | 'polls'>
> = async ({ database, polls }, { caller, ids }) => {
  const clients = await database.client.findMany({
    where: { id: { in: ids }, ...visibleTo(caller), pausedSince: null },
    select: { id: true },
  });
  const times = await readTimes(polls, clients);
  return Object.fromEntries(
    [...times].flatMap(([id, { lastRun }]) => (lastRun ? [[id, lastRun.toISOString()]] : [])),
  );
};
