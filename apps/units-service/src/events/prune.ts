import type { PrismaClient } from '../generated/prisma/client.js';

/** How long events can be read (ms); interrupted streams come back long before. */
export const retentionMs = 60 * 60_000;

/** Pruned events are this much older, so that a reader within the retention misses none (ms). */
const marginMs = 5 * 60_000;

/** How many events one statement deletes, so that it blocks nobody for long. */
const batchSize = 10_000;

/** Deletes the events that are past their retention. */
export async function pruneEvents(prisma: PrismaClient): Promise<void> {
  const before = new Date(Date.now() - retentionMs - marginMs);
  let count = batchSize;
  while (count === batchSize) {
    count = await prisma.$executeRaw`
      DELETE FROM events WHERE key IN (
        SELECT key FROM events WHERE created < ${before} ORDER BY created LIMIT ${batchSize}
      )`;
  }
}
