import { Problem } from '@trellis/contracts';
import type { Database } from '../database.js';

/** How long the outcome of an interaction can be read. */
const retentionMs = 24 * 60 * 60_000;

/** What is still pending after this time was lost, as when Redis loses its data. */
const lostAfterMs = 15 * 60_000;

const lost = new Problem(
  'outcome_unknown',
  'The service lost the interaction; it may have been performed.',
);

/** Deletes interactions that ended long ago, those of batches with these, and ends those that were lost. */
export async function sweepInteractions({ database }: { database: Database }): Promise<void> {
  const before = (ageMs: number) => new Date(Date.now() - ageMs);
  await database.interaction.updateMany({
    where: { status: { in: ['pending', 'running'] }, requested: { lt: before(lostAfterMs) } },
    data: {
      status: 'failed',
      problem: JSON.stringify(lost.toData()),
      input: null,
      ended: new Date(),
    },
  });
  await database.interaction.deleteMany({
    where: { ended: { lt: before(retentionMs) }, batchKey: null },
  });
}
