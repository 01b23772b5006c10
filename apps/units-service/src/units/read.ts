import { relation as relations, type Caller, type Relation, type Unit } from '@trellis/contracts';
import type { Database } from '../database.js';
import { fromJson } from './properties.js';
import { references } from './references.js';
import { findUnit } from './visible.js';

/** So many references of each kind, and properties, are shown with the unit itself. */
const shown = { limit: 1000 };

/** A unit with what the caller can see of its references. */
export async function readUnit(
  database: Database,
  { caller, id }: { caller: Caller; id: string },
): Promise<Unit> {
  const { prisma } = database;
  const unit = await findUnit(prisma, caller, id);
  const [properties, ...lists] = await Promise.all([
    prisma.unitProperty.findMany({
      where: { unitKey: unit.key },
      orderBy: { key: 'asc' },
      take: shown.limit + 1,
    }),
    ...relations.options.map((relation) => references(prisma, caller, unit.key, relation, shown)),
  ]);
  const byRelation = Object.fromEntries(
    relations.options.map((relation, index) => [relation, lists[index]!.items]),
  ) as Record<Relation, string[]>;
  return {
    id: unit.id,
    name: unit.name,
    type: unit.type,
    owner: unit.ownerSubject ?? unit.developer,
    properties: properties.slice(0, shown.limit).map(fromJson),
    ...byRelation,
    truncated: [
      ...relations.options.filter((_relation, index) => lists[index]!.next !== undefined),
      ...(properties.length > shown.limit ? (['properties'] as const) : []),
    ],
  };
}
