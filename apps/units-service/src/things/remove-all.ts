import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { PublishThingsHint } from './hints.js';

interface Needs {
  prisma: PrismaClient;
  publishThingsHint: PublishThingsHint;
}

/**
 * Removes the things of connector clients and records the clients as removed, in one transaction:
 * things that still arrive from them are refused from then on.
 */
export const removeAllThings: Handler<'things.remove_all', Needs> = async (
  { prisma, publishThingsHint },
  { developer, clients },
) => {
  await prisma.$transaction(async (db) => {
    await db.$executeRaw`
      INSERT INTO clients (id, removed) SELECT id, now() FROM unnest(${clients}::uuid[]) AS id
      ORDER BY id
      ON CONFLICT (id) DO UPDATE SET removed = now()`;
    await db.thing.deleteMany({ where: { developer, clientId: { in: clients } } });
    // By then, no message of such a client can still be on its way.
    await db.$executeRaw`DELETE FROM clients WHERE removed < now() - interval '30 days'`;
  });
  publishThingsHint(developer, {});
  return {};
};
