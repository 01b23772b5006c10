import {
  isPlainText,
  Problem,
  type Caller,
  type Page,
  type PageOfIds,
  type Relation,
} from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Database, Queries } from '../database.js';
import { fetchPage, toPage } from '@trellis/database';
import { orGone } from '../gone.js';
import { registerSubject } from '../subjects/register.js';
import { referToThing, visibleThings } from '../things/visible.js';
import { findUnit, visibleUnits } from './visible.js';

interface OnUnit {
  caller: Caller;
  id: string;
}

/** A list of a unit's references; what the caller does not see is left out. */
export async function listReferences(
  { prisma }: Database,
  { caller, id, relation, page }: OnUnit & { relation: Relation; page: Page },
): Promise<PageOfIds> {
  const { key } = await findUnit(prisma, caller, id);
  return references(prisma, caller, key, relation, page);
}

/** The references of a unit by its key, in the order in which they were added. */
export async function references(
  db: Queries,
  caller: Caller,
  unitKey: bigint,
  relation: Relation,
  page: Page,
): Promise<PageOfIds> {
  const { after, take } = fetchPage(page);
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

/** Links a subject to a unit; once is enough. */
export async function addSubject(
  { prisma }: Database,
  { caller, id, subject }: OnUnit & { subject: string },
): Promise<Record<string, never>> {
  const { developer } = caller;
  await orGone(
    prisma.$transaction(async (db) => {
      const { key } = await findUnit(db, caller, id);
      await registerSubject(db, { developer, subject });
      await db.unitSubject.createMany({
        data: [{ unitKey: key, developer, subject }],
        skipDuplicates: true,
      });
    }),
  );
  return {};
}

/** Puts a thing into a unit; once is enough. */
export async function addThing(
  { prisma }: Database,
  { caller, id, thing }: OnUnit & { thing: string },
): Promise<Record<string, never>> {
  const { key } = await findUnit(prisma, caller, id);
  const { key: thingKey } = await referToThing(prisma, caller, thing);
  await orGone(
    prisma.unitThing.createMany({ data: [{ unitKey: key, thingKey }], skipDuplicates: true }),
  );
  return {};
}

/** Takes a reference away, links from both units. One that is not there is not found. */
export async function removeReference(
  { prisma }: Database,
  { caller, id, relation, other }: OnUnit & { relation: Relation; other: string },
): Promise<Record<string, never>> {
  const { key } = await findUnit(prisma, caller, id);
  const { count } = await removal(prisma, caller, key, relation, other);
  if (count === 0) throw new Problem('not_found', `The unit has no such reference.`);
  return {};
}

async function removal(
  db: Queries,
  caller: Caller,
  unitKey: bigint,
  relation: Relation,
  other: string,
): Promise<{ count: number }> {
  if (relation === 'subjects') {
    if (!isPlainText(other)) return { count: 0 };
    return db.unitSubject.deleteMany({ where: { unitKey, subject: other } });
  }
  if (!isUuid(other)) return { count: 0 };
  if (relation === 'things') {
    const thing = { id: other, ...visibleThings(caller) };
    return db.unitThing.deleteMany({ where: { unitKey, thing } });
  }
  const linked = { id: other, ...visibleUnits(caller) };
  return db.unitLink.deleteMany({
    where:
      relation === 'parents'
        ? { childKey: unitKey, parent: linked }
        : { parentKey: unitKey, child: linked },
  });
}
