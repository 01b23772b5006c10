import type { Caller, Page, PageOfIds } from '@trellis/contracts';
import type { Database } from '../database.js';
import { fetchPage, toPage } from '@trellis/database';
import { visibleUnits } from './visible.js';

export interface UnitQuery {
  caller: Caller;
  page: Page;
  type?: string | undefined;
  name?: string | undefined;
}

/** The units that the caller sees, in the order of their creation. */
export async function listUnits(
  { prisma }: Database,
  { caller, page, type, name }: UnitQuery,
): Promise<PageOfIds> {
  const { after, take } = fetchPage(page);
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
}
