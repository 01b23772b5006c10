import type { Caller } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { toId } from '../batches/calls.js';
import { selectUnit, type UnitKey } from './find-unit.sql.js';

/** Finds a unit; returns undefined if the caller does not see it. */
export async function findUnit(
  db: pg.Pool | pg.PoolClient,
  { developer, subject }: Caller,
  id: string,
): Promise<UnitKey | undefined> {
  const [unit] = await query(db, selectUnit, [toId(id), developer, subject ?? null]);
  return unit;
}
