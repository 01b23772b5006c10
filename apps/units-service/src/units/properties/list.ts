import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { findUnit } from '../../visibility/units.js';
import { toProperty } from './row.js';

export const listProperties: Handler<'units.properties', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id, page },
) => {
  const { key } = await findUnit(prisma, caller, id);
  const { after, take } = pageRange(page);
  const rows = await prisma.unitProperty.findMany({
    where: { unitKey: key, key: { gt: after } },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, toProperty);
};
