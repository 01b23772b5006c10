import type { Handler } from '@trellis/contracts';
import { writeInTime, type Database } from '../../database.js';
import { endBatches, type EndNeeds } from './end.js';
import { readBatch, requireBatch } from './read.js';

/** Cancels the parts that have not begun. Running parts end by themselves. */
export const cancelBatch: Handler<'batches.cancel', EndNeeds & { database: Database }> = async (
  needs,
  on,
  context,
) => {
  const { key } = await requireBatch(needs.database, on);
  await writeInTime(needs.database, context, async (tx) => {
    const now = new Date();
    await tx.batch.updateMany({
      where: { key, ended: null, cancelled: null },
      data: { cancelled: now },
    });
    await tx.interaction.updateMany({
      where: { batchKey: key, status: 'waiting' },
      data: { status: 'cancelled', ended: now },
    });
  });
  await endBatches(needs, [key]);
  return readBatch(needs, on, context);
};
