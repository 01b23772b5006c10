import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';

/** Lists the things of connector clients, and the units that contain them. */
export const previewRemoval: Handler<'things.of_clients', { prisma: PrismaClient }> = async (
  { prisma },
  { developer, clients },
) => {
  const things = await prisma.thing.findMany({
    where: { developer, clientId: { in: clients } },
    select: { id: true, units: { select: { unit: { select: { id: true } } } } },
    orderBy: { key: 'asc' },
  });
  return {
    things: things.map(({ id }) => id),
    memberships: things.flatMap(({ id, units }) =>
      units.map(({ unit }) => ({ thing: id, unit: unit.id })),
    ),
  };
};
