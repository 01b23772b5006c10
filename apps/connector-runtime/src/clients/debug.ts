import type { Handler } from '@trellis/contracts';
import { requireVisibleClient } from './visible.js';
import type { Runtime } from '../runtime.js';

/** Records all operations of a client for some minutes, by the clock of the processes that record them. */
export const debugClient: Handler<'clients.debug', Pick<Runtime, 'database' | 'clock'>> = async (
  { database, clock },
  { minutes, ...on },
) => {
  const { key } = await requireVisibleClient(database, on);
  const until = minutes === 0 ? null : new Date(clock.now() + minutes * 60_000);
  await database.client.updateMany({ where: { key }, data: { debugUntil: until } });
  return { until: until?.toISOString() ?? null };
};
