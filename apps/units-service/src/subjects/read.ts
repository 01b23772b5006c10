import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import { visibleThings } from '../visibility/things.js';
import { visibleUnits } from '../visibility/units.js';

/** The most units, and the most things, shown with a subject. */
const maxReferences = 1000;

/**
 * A subject with those of its units and things that the caller sees. One subject sees another when it
 * sees a unit of the other's.
 */
export const readSubject: Handler<'subjects.read', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id },
) => {
  const { developer } = caller;
  if (!isPlainText(id)) throw noSuchSubject();
  const row = await prisma.subject.findFirst({ where: { developer, id } });
  const units = await prisma.unit.findMany({
    where: { AND: [visibleUnits({ developer, subject: id }), visibleUnits(caller)] },
    select: { id: true },
    orderBy: { key: 'asc' },
    take: maxReferences,
  });
  const isVisible = caller.subject === undefined || caller.subject === id || units.length > 0;
  if (!row || !isVisible) throw noSuchSubject();
  const things = await prisma.thing.findMany({
    where: { AND: [visibleThings({ developer, subject: id }), visibleThings(caller)] },
    select: { id: true },
    orderBy: { key: 'asc' },
    take: maxReferences,
  });
  return { id, units: units.map((unit) => unit.id), things: things.map((thing) => thing.id) };
};

const noSuchSubject = () => new Problem('not_found', 'There is no such subject.');
