import { Problem } from '@trellis/contracts';
import type pg from 'pg';

/** The query behind every variant. */
export async function readRow(pool: pg.Pool, id: number): Promise<{ id: number; name: string }> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'SELECT id, name FROM bench_rows WHERE id = $1',
    [id],
  );
  if (!rows[0]) throw new Problem('not_found', 'There is no such row.');
  return rows[0];
}
