import type { Caller } from '@trellis/contracts';
import type { Database } from '../database.js';
import { findThing } from './visible.js';

/** Takes new values of some of a thing's properties; the others stay. */
export async function writeThing(
  { prisma }: Database,
  { caller, id, values }: { caller: Caller; id: string; values: Record<string, unknown> },
): Promise<Record<string, never>> {
  await prisma.$transaction(async (db) => {
    const { key } = await findThing(db, caller, id);
    // Locked, so that two writes of different properties do not undo each other.
    const [row] = await db.$queryRaw<{ values: string }[]>`
      SELECT "values" FROM things WHERE key = ${key} FOR UPDATE`;
    if (!row) return;
    const merged = { ...(JSON.parse(row.values) as object), ...values };
    await db.thing.update({ where: { key }, data: { values: JSON.stringify(merged) } });
  });
  return {};
}
