import type { Caller, Handler, Page } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { PrismaClient } from '../generated/prisma/client.js';
import { visibleThings } from '../visibility/things.js';
import { toThing } from './row.js';

/** The ids of the things that the caller sees, in the order of their creation. */
export const listThings: Handler<'things.list', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, page },
) => {
  const select = { id: true, key: true };
  const rows = await prisma.thing.findMany({ ...toQuery(caller, page), select });
  return toPage(rows, page, ({ id }) => id);
};

/** The same list with the things themselves. */
export const describeThings: Handler<'things.describe', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, page },
) => toPage(await prisma.thing.findMany(toQuery(caller, page)), page, toThing);

function toQuery(caller: Caller, page: Page) {
  const { after, take } = pageRange(page);
  return {
    where: { ...visibleThings(caller), key: { gt: after } },
    orderBy: { key: 'asc' },
    take,
  } as const;
}
