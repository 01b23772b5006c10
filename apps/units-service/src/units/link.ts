import { Problem, type Caller, type Role } from '@trellis/contracts';
import type { Database, Queries } from '../database.js';
import { orGone } from '../gone.js';
import { serially } from '../serially.js';
import { findCycle, type Edge } from './cycle.js';
import { findUnit, referToUnit, visibleUnits } from './visible.js';

export interface NewLink {
  caller: Caller;
  id: string;
  /** What the other unit becomes to this one. */
  role: Role;
  other: string;
}

/**
 * Links two units; once is enough. A link that would close a cycle is refused: the links of an
 * account are made one after the other, so that two that race cannot close one together.
 */
export async function linkUnits(
  { prisma }: Database,
  { caller, id, role, other }: NewLink,
  deadline: number,
): Promise<Record<string, never>> {
  await serially(caller.developer, deadline, () =>
    orGone(
      prisma.$transaction(async (db) => {
        await db.$executeRaw`
          SELECT pg_advisory_xact_lock(hashtextextended(${caller.developer}, 0))`;
        const unit = await findUnit(db, caller, id);
        const linked = await referToUnit(db, caller, other);
        const [parent, child] = role === 'parents' ? [linked, unit] : [unit, linked];
        await refuseCycle(db, caller, parent.key, child.key);
        await db.unitLink.createMany({
          data: [{ parentKey: parent.key, childKey: child.key }],
          skipDuplicates: true,
        });
      }),
    ),
  );
  return {};
}

async function refuseCycle(
  db: Queries,
  caller: Caller,
  parent: bigint,
  child: bigint,
): Promise<void> {
  if (parent !== child && !(await isAbove(db, child, parent))) return;
  const path =
    parent === child ? [child, child] : findCycle(await linksAbove(db, parent), parent, child);
  const units = await db.unit.findMany({
    where: { key: { in: path }, ...visibleUnits(caller) },
    select: { key: true, id: true },
  });
  const ids = new Map(units.map(({ key, id }) => [key, id]));
  const cycle = path.flatMap((key) => ids.get(key) ?? []);
  throw new Problem('unit_cycle', 'A unit cannot be above or below itself.', { cycle });
}

/** Whether `unit` is among the ancestors of `below`. */
async function isAbove(db: Queries, unit: bigint, below: bigint): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    WITH RECURSIVE above(key) AS (
      SELECT parent_key FROM unit_links WHERE child_key = ${below}
      UNION
      SELECT link.parent_key FROM unit_links link JOIN above ON link.child_key = above.key
    )
    SELECT 1 FROM above WHERE key = ${unit} LIMIT 1`;
  return found.length > 0;
}

/** Every link among the ancestors of a unit, its own included. */
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
