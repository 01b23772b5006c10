import type { Handler } from '@trellis/contracts';
import { notFoundIfDeleted } from '../../database/not-found-if-deleted.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { ensureSubject } from '../../subjects/ensure.js';
import { findUnit } from '../../visibility/units.js';

/** Links a subject to a unit, unless it is linked already. */
export const addSubject: Handler<'units.add_subject', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id, subject },
) => {
  const { developer } = caller;
  const link = prisma.$transaction(async (db) => {
    const { key } = await findUnit(db, caller, id);
    await ensureSubject(db, { developer, subject });
    await db.unitSubject.createMany({
      data: [{ unitKey: key, developer, subject }],
      skipDuplicates: true,
    });
  });
  await notFoundIfDeleted(link);
  return {};
};
