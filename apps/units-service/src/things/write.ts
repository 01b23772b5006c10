import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findThing } from '../visibility/things.js';
import { hintOf, type PublishThingsHint } from './hints.js';

interface Needs {
  prisma: PrismaClient;
  publishThingsHint: PublishThingsHint;
}

/** Stores new values of some properties of a thing; the other values stay. */
export const writeThing: Handler<'things.write', Needs> = async (
  { prisma, publishThingsHint },
  { caller, id, values },
) => {
  await prisma.$transaction(async (db) => {
    const { key } = await findThing(db, caller, id);
    // The lock keeps concurrent writes of different properties from overwriting each other.
    const [row] = await db.$queryRaw<{ values: string }[]>`
      SELECT "values" FROM things WHERE key = ${key} FOR UPDATE`;
    if (!row) return;
    const merged = { ...(JSON.parse(row.values) as object), ...values };
    await db.thing.update({ where: { key }, data: { values: JSON.stringify(merged) } });
  });
  publishThingsHint(caller.developer, hintOf([id], caller.subject));
  return {};
};
