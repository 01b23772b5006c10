import type { Attributes, Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.js';
import { listClients } from './clients.sql.js';
import type { PublishThingsHint } from './hints.js';

export const listThingClients: Handler<'things.clients', { pool: pg.Pool }> = async (
  { pool },
  { after, limit },
) => {
  const rows = await query(pool, listClients, [after ?? null, limit]);
  const next = rows.length === limit ? rows.at(-1)!.id : undefined;
  return {
    clients: rows.flatMap(({ id, developer }) => (developer === null ? [] : [{ id, developer }])),
    next,
  };
};

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
  const removed = await prisma.$transaction(async (db) => {
    await db.$executeRaw`
      INSERT INTO clients (id, removed) SELECT id, now() FROM unnest(${clients}::uuid[]) AS id
      ORDER BY id
      ON CONFLICT (id) DO UPDATE SET removed = now()`;
    const attributes = await readAttributes(db, { developer, clients });
    await db.thing.deleteMany({ where: { developer, clientId: { in: clients } } });
    // After so long, no message of such a client can still arrive.
    await db.$executeRaw`DELETE FROM clients WHERE removed < now() - interval '30 days'`;
    return attributes;
  });
  publishThingsHint(developer, {});
  return removed.length === 0
    ? {}
    : { attributes: Object.fromEntries(removed.map((one) => [one.id, one.attributes])) };
};

/** The most that is returned of the attributes of removed things (bytes). */
const maxAttributeBytes = 1024 * 1024;

/** Reads the attributes of the things of clients, in order of creation, up to a size. */
const readAttributes = (
  db: Pick<PrismaClient, '$queryRaw'>,
  { developer, clients }: { developer: string; clients: string[] },
) =>
  db.$queryRaw<{ id: string; attributes: Attributes }[]>`
    SELECT id, attributes FROM (
      SELECT id, attributes, sum(octet_length(attributes::text)) OVER (ORDER BY key) AS bytes FROM things
      WHERE client_id = ANY (${clients}::uuid[]) AND developer = ${developer} AND attributes IS NOT NULL
    ) AS sized WHERE bytes <= ${maxAttributeBytes}`;
