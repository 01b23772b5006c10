import type { Database } from '../database.js';

/** So long events can be read (ms); streams that were cut come back long before. */
export const kept = 60 * 60_000;

/** So many are forgotten at a time, so that nobody waits for it. */
const portion = 10_000;

/** Forgets events that are older than `kept`, and a little more, so that none is missed unnoticed. */
export async function pruneEvents({ prisma }: Database): Promise<void> {
  const before = new Date(Date.now() - kept - 5 * 60_000);
  let count = portion;
  while (count === portion) {
    count = await prisma.$executeRaw`
      DELETE FROM events WHERE key IN (
        SELECT key FROM events WHERE created < ${before} ORDER BY created LIMIT ${portion}
      )`;
  }
}
