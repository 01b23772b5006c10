import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findUnit } from '../visibility/units.js';

/** Removes a unit and its links; what it was linked to stays. */
export const removeUnit: Handler<'units.remove', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id },
) => {
  const { key } = await findUnit(prisma, caller, id);
  await prisma.unit.deleteMany({ where: { key } });
  return {};
};
