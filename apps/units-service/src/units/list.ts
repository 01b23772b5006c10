import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { PrismaClient } from '../generated/prisma/client.js';
import { visibleUnits } from '../visibility/units.js';

/** The units that the caller sees, in the order of their creation. */
export const listUnits: Handler<'units.list', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, page, type, name },
) => {
  const { after, take } = pageRange(page);
  const rows = await prisma.unit.findMany({
    where: {
      ...visibleUnits(caller),
      key: { gt: after },
      ...(type !== undefined && { type }),
      ...(name !== undefined && { name }),
    },
    select: { id: true, key: true },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
};
