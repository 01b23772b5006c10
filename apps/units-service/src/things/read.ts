import type { Caller, Page, PageOfIds, Thing } from '@trellis/contracts';
import type { Database } from '../database.js';
import { fetchPage, toPage } from '@trellis/database';
import { fromRow } from './row.js';
import { findThing, visibleThings } from './visible.js';

export async function readThing(
  { prisma }: Database,
  { caller, id }: { caller: Caller; id: string },
): Promise<Thing> {
  return fromRow(await findThing(prisma, caller, id));
}

/** The ids of the things that the caller sees, in the order of their creation. */
export async function listThings(
  { prisma }: Database,
  { caller, page }: { caller: Caller; page: Page },
): Promise<PageOfIds> {
  const rows = await prisma.thing.findMany({
    ...query(caller, page),
    select: { id: true, key: true },
  });
  return toPage(rows, page, ({ id }) => id);
}

/** The same list with everything there is to say of each. */
export async function describeThings(
  { prisma }: Database,
  { caller, page }: { caller: Caller; page: Page },
) {
  return toPage(await prisma.thing.findMany(query(caller, page)), page, fromRow);
}

function query(caller: Caller, page: Page) {
  const { after, take } = fetchPage(page);
  return {
    where: { ...visibleThings(caller), key: { gt: after } },
    orderBy: { key: 'asc' },
    take,
  } as const;
}
