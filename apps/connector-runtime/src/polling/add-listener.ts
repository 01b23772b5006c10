import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { addListeners } from './store.sql.js';

/**
 * Has a client listened for from now on: some worker begins within a few seconds. Where that cannot be stored,
 * the next poll tries again.
 */
export async function addListener(pool: Pool, key: bigint): Promise<void> {
  await query(pool, addListeners, [[key]]).catch(() => undefined);
}
