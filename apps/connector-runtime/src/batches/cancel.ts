import type { Handler } from '@trellis/contracts';
import { writeInTime, type Database } from '../database.js';
import { endBatches, type EndNeeds } from './end.js';
import { readBatch, requireBatch } from './read.js';

/** Cancels what has not begun; what runs ends by itself. A batch that has ended stays as it is. */
export const cancelBatch: Handler<'batches.cancel', EndNeeds & { database: Database }> = async (
  needs,
  on,
  context,
) => {
  const { key } = await requireBatch(needs.database, on);
  await writeInTime(needs.database, context, (tx) =>
    tx.interaction.updateMany({
      where: { batchKey: key, status: 'waiting' },
      data: { status: 'cancelled', ended: new Date() },
    }),
  );
  await endBatches(needs, [key]);
  return readBatch(needs, on, context);
};
