import type { PrismaClient } from '../generated/prisma/client.js';

/**
 * A sweep that deletes, once, the events of another PostgreSQL, which a restored backup may contain: their
 * transactions are ahead of all of this one, so that they would hold back everything that happens here.
 */
export function discardEventsAhead(prisma: PrismaClient): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await prisma.$executeRaw`
      DELETE FROM events WHERE xact >= pg_snapshot_xmax(pg_current_snapshot())`;
    isDone = true;
  };
}
