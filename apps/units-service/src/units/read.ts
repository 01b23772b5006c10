import { relation, type Handler, type Relation } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findUnit } from '../visibility/units.js';
import { toProperty } from './properties/row.js';
import { findReferences } from './references/find.js';

/** The most references of each kind, and the most properties, shown with a unit. */
const page = { limit: 1000 };

/** A unit with those of its references that the caller sees. */
export const readUnit: Handler<'units.read', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id },
) => {
  const unit = await findUnit(prisma, caller, id);
  const [properties, ...lists] = await Promise.all([
    prisma.unitProperty.findMany({
      where: { unitKey: unit.key },
      orderBy: { key: 'asc' },
      take: page.limit + 1,
    }),
    ...relation.options.map((name) =>
      findReferences(prisma, { caller, unitKey: unit.key, relation: name, page }),
    ),
  ]);
  const references = Object.fromEntries(
    relation.options.map((name, index) => [name, lists[index]!.items]),
  ) as Record<Relation, string[]>;
  const truncated = relation.options.filter((_name, index) => lists[index]!.next !== undefined);
  return {
    id: unit.id,
    name: unit.name,
    type: unit.type,
    owner: unit.ownerSubject ?? unit.developer,
    properties: properties.slice(0, page.limit).map(toProperty),
    ...references,
    truncated: properties.length > page.limit ? [...truncated, 'properties'] : truncated,
  };
};
