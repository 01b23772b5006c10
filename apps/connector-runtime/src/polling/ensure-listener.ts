import { query } from '@trellis/database';
import type { Pool } from 'pg';
import type { PolledClient } from './read.js';
import { addListeners, removeListeners } from './store.sql.js';

/**
 * Has a client listened for from now on, or not any more: some worker begins or ends within a few seconds. Where
 * that cannot be stored, the next poll tries again.
 */
export async function keepListener(
  pool: Pool,
  { row, listener }: Pick<PolledClient, 'listener'> & { row: { key: bigint } },
  isListenedFor: boolean,
): Promise<void> {
  if (isListenedFor === (listener !== null)) return;
  const change = isListenedFor ? addListeners : removeListeners;
  await query(pool, change, [[row.key]]).catch(() => undefined);
}
