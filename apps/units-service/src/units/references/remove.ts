import { isPlainText, Problem, type Caller, type Handler, type Relation } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../../database/open.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { visibleThings } from '../../visibility/things.js';
import { findUnit, visibleUnits } from '../../visibility/units.js';

/** Removes a reference of a unit; a link between units disappears from both. */
export const removeReference: Handler<'units.remove_reference', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id, relation, other },
) => {
  const { key } = await findUnit(prisma, caller, id);
  const { count } = await deleteReference(prisma, { caller, unitKey: key, relation, other });
  if (count === 0) throw new Problem('not_found', 'The unit has no such reference.');
  return {};
};

interface Reference {
  caller: Caller;
  unitKey: bigint;
  relation: Relation;
  other: string;
}

async function deleteReference(
  db: Queries,
  { caller, unitKey, relation, other }: Reference,
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
