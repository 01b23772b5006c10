import type { Caller, Page, PageOfIds, Relation } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { Queries } from '../../database/open.js';
import { visibleThings } from '../../visibility/things.js';
import { visibleUnits } from '../../visibility/units.js';

interface ReferencesQuery {
  caller: Caller;
  unitKey: bigint;
  relation: Relation;
  page: Page;
}

/** The references of a unit in the order in which they were added, without those the caller cannot see. */
export async function findReferences(
  db: Queries,
  { caller, unitKey, relation, page }: ReferencesQuery,
): Promise<PageOfIds> {
  const { after, take } = pageRange(page);
  const inOrder = { orderBy: { key: 'asc' }, take } as const;
  const key = { gt: after };
  switch (relation) {
    case 'children': {
      const rows = await db.unitLink.findMany({
        where: { parentKey: unitKey, key, child: visibleUnits(caller) },
        select: { key: true, child: { select: { id: true } } },
        ...inOrder,
      });
      return toPage(rows, page, ({ child }) => child.id);
    }
    case 'parents': {
      const rows = await db.unitLink.findMany({
        where: { childKey: unitKey, key, parent: visibleUnits(caller) },
        select: { key: true, parent: { select: { id: true } } },
        ...inOrder,
      });
      return toPage(rows, page, ({ parent }) => parent.id);
    }
    case 'subjects': {
      const rows = await db.unitSubject.findMany({ where: { unitKey, key }, ...inOrder });
      return toPage(rows, page, ({ subject }) => subject);
    }
    case 'things': {
      const rows = await db.unitThing.findMany({
        where: { unitKey, key, thing: visibleThings(caller) },
        select: { key: true, thing: { select: { id: true } } },
        ...inOrder,
      });
      return toPage(rows, page, ({ thing }) => thing.id);
    }
  }
}
