import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { PublishThingsHint } from './hints.js';

interface Needs {
  prisma: PrismaClient;
  publishThingsHint: PublishThingsHint;
}

/**
 * Removes the things of connector clients and marks the clients as removed, in one transaction. Things that still arrive
 * from them are refused.
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
    // After so long, no message of such a client can still arrive.
    await db.$executeRaw`DELETE FROM clients WHERE removed < now() - interval '30 days'`;
  });
  publishThingsHint(developer, {});
  return {};
};
