import { Problem, type Caller, type Handler } from '@trellis/contracts';
import { notFoundIfDeleted } from '../database/not-found-if-deleted.js';
import type { Queries } from '../database/open.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findUnit, requireReferencedUnit, visibleUnits } from '../visibility/units.js';
import { findCycle, type Edge } from './cycle.js';
import type { KeyedQueue } from './keyed-queue.js';

interface Needs {
  prisma: PrismaClient;
  /** Links of one account wait here for their turn, where they hold no database connection. */
  linkQueue: KeyedQueue;
}

/**
 * Links two units, unless they are linked already. A link that would close a cycle is refused. The
 * links of an account are added one after the other, so that two concurrent ones cannot close a cycle
 * together.
 */
export const linkUnits: Handler<'units.link', Needs> = async (
  { prisma, linkQueue },
  { caller, id, role, other },
  { expiresAt },
) => {
  const link = () =>
    prisma.$transaction(async (db) => {
      // The queue orders the links of this process; the lock those of all processes.
      await db.$executeRaw`
        SELECT pg_advisory_xact_lock(hashtextextended(${caller.developer}, 0))`;
      const unit = await findUnit(db, caller, id);
      const linked = await requireReferencedUnit(db, caller, other);
      const [parent, child] = role === 'parents' ? [linked, unit] : [unit, linked];
      await refuseCycle(db, caller, { parent: parent.key, child: child.key });
      await db.unitLink.createMany({
        data: [{ parentKey: parent.key, childKey: child.key }],
        skipDuplicates: true,
      });
    });
  await linkQueue.run({
    key: caller.developer,
    expiresAt,
    run: () => notFoundIfDeleted(link()),
  });
  return {};
};

async function refuseCycle(db: Queries, caller: Caller, link: Edge): Promise<void> {
  const { parent, child } = link;
  if (parent !== child && !(await isAncestor(db, child, parent))) return;
  const path = parent === child ? [child, child] : findCycle(await linksAbove(db, parent), link);
  const units = await db.unit.findMany({
    where: { key: { in: path }, ...visibleUnits(caller) },
    select: { key: true, id: true },
  });
  const ids = new Map(units.map(({ key, id }) => [key, id]));
  const cycle = path.flatMap((key) => ids.get(key) ?? []);
  throw new Problem('unit_cycle', 'A unit cannot be above or below itself.', { cycle });
}

/** Whether `unit` is an ancestor of `below`. */
async function isAncestor(db: Queries, unit: bigint, below: bigint): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    WITH RECURSIVE above(key) AS (
      SELECT parent_key FROM unit_links WHERE child_key = ${below}
      UNION
      SELECT link.parent_key FROM unit_links link JOIN above ON link.child_key = above.key
    )
    SELECT 1 FROM above WHERE key = ${unit} LIMIT 1`;
  return found.length > 0;
}

/** All links from a unit and its ancestors to their parents. */
async function linksAbove(db: Queries, unit: bigint): Promise<Edge[]> {
  return db.$queryRaw<Edge[]>`
    WITH RECURSIVE above(parent, child) AS (
      SELECT parent_key, child_key FROM unit_links WHERE child_key = ${unit}
      UNION
      SELECT link.parent_key, link.child_key
      FROM unit_links link JOIN above ON link.child_key = above.parent
    )
    SELECT parent, child FROM above`;
}
