import { query } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import type { Pool } from 'pg';
import type { Outdated } from './progress.js';
import { sealedColumns } from './sealed-columns.sql.js';

/** How many rows one statement reads. */
const defaultPageSize = 5_000;

/** Counts the texts that are not encrypted with the current key or format. */
export async function surveySecrets(
  { pool, sealing }: { pool: Pool; sealing: Pick<Sealing, 'currentPrefix'> },
  { signal, pageSize = defaultPageSize }: { signal: AbortSignal; pageSize?: number },
): Promise<Outdated[]> {
  const found = new Map<string, Outdated>();
  for (const { survey } of sealedColumns) {
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const values: unknown[] = [after, sealing.currentPrefix, pageSize];
      const { last, outdated } = (await query(pool, survey, values))[0]!;
      for (const { developer, key, count } of outdated) {
        const id = JSON.stringify([developer, key]);
        found.set(id, { developer, key, count: count + (found.get(id)?.count ?? 0) });
      }
      after = last;
    } while (after !== null);
  }
  return [...found.values()];
}
