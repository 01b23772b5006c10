import { query } from '@trellis/database';
import type { Database } from '../database.js';
import { endBatches, type EndNeeds } from '../interactions/bulk/end.js';
import { endLateParts } from '../interactions/bulk/run.sql.js';
import { tooLate } from '../interactions/bulk/too-late.js';

/** How long the outcome of a batch can be read. */
const retentionMs = 24 * 60 * 60_000;

/** How many batches that have not ended are looked at. */
const maxBatches = 10_000;

/** Deletes batches that ended long ago, and ends those that were left when a process was killed. */
export async function sweepBatches(needs: EndNeeds & { database: Database }): Promise<void> {
  const { database, pool } = needs;
  await query(pool, endLateParts, [null, tooLate]);
  const left = await database.batch.findMany({
    where: { ended: null },
    select: { key: true },
    orderBy: { key: 'asc' },
    take: maxBatches,
  });
  await endBatches(
    needs,
    left.map(({ key }) => key),
  );
  const before = new Date(Date.now() - retentionMs);
  await database.batch.deleteMany({ where: { ended: { lt: before } } });
}
