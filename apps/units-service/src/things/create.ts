import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import { ensureSubject } from '../subjects/ensure.js';
import { hintOf, type PublishThingsHint } from './hints.js';
import { toColumns, toThing } from './row.js';

interface Needs {
  prisma: PrismaClient;
  publishThingsHint: PublishThingsHint;
}

/**
 * Creates a thing of an app, in the list of the caller's subject. A repeated call with the same id
 * changes nothing.
 */
export const createThing: Handler<'things.create', Needs> = async (
  { prisma, publishThingsHint },
  { caller: { developer, subject }, id, app, state },
) => {
  const row = await prisma.$transaction(async (db) => {
    if (subject !== undefined) await ensureSubject(db, { developer, subject });
    return db.thing.upsert({
      where: { id, developer },
      create: { id, developer, subject: subject ?? null, app, ...toColumns(state) },
      update: {},
    });
  });
  publishThingsHint(developer, hintOf([id], subject));
  return toThing(row);
};
