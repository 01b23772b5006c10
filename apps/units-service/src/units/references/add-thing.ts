import type { Handler } from '@trellis/contracts';
import { notFoundIfDeleted } from '../../database/not-found-if-deleted.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { requireReferencedThing } from '../../visibility/things.js';
import { findUnit } from '../../visibility/units.js';

/** Adds a thing to a unit, unless it is there already. */
export const addThing: Handler<'units.add_thing', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id, thing },
) => {
  const { key } = await findUnit(prisma, caller, id);
  const { key: thingKey } = await requireReferencedThing(prisma, caller, thing);
  await notFoundIfDeleted(
    prisma.unitThing.createMany({ data: [{ unitKey: key, thingKey }], skipDuplicates: true }),
  );
  return {};
};
