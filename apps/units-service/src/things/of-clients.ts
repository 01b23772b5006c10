import { Problem, type ThingState } from '@trellis/contracts';
import type { Database, Queries } from '../database.js';
import { registerSubject } from '../subjects/register.js';

export interface Findings {
  client: string;
  developer: string;
  subject: string;
  things: (ThingState & { id: string })[];
  vanished: string[];
}

/**
 * Takes what a connector client found. It holds the client's row against a removal meanwhile, and
 * is refused when the client has been removed before.
 */
export async function upsertThings(
  { prisma }: Database,
  { client, developer, subject, things, vanished }: Findings,
): Promise<Record<string, never>> {
  await prisma.$transaction(async (db) => {
    await db.client.createMany({ data: [{ id: client }], skipDuplicates: true });
    const [row] = await db.$queryRaw<{ removed: Date | null }[]>`
      SELECT removed FROM clients WHERE id = ${client}::uuid FOR SHARE`;
    if (!row || row.removed) {
      throw new Problem('creator_removed', 'The client of these things has been removed.');
    }
    if (things.length > 0) {
      await registerSubject(db, { developer, subject });
      await upsert(db, { client, developer, subject, things });
    }
    await db.thing.updateMany({
      where: { id: { in: vanished }, clientId: client },
      data: { available: false },
    });
  });
  return {};
}

async function upsert(
  db: Queries,
  { client, developer, subject, things }: Omit<Findings, 'vanished'>,
): Promise<void> {
  const json = (pick: (thing: ThingState) => unknown) =>
    things.map((thing) => JSON.stringify(pick(thing)));
  await db.$executeRaw`
    INSERT INTO things (id, developer, subject, client_id, title, description,
      properties, actions, "values", available, modified)
    SELECT found.id, ${developer}, ${subject}, ${client}::uuid, found.title, found.description,
      found.properties, found.actions, found."values", found.available, now()
    FROM unnest(
      ${things.map(({ id }) => id)}::uuid[],
      ${things.map(({ title }) => title)}::text[],
      ${things.map(({ description }) => description ?? null)}::text[],
      ${json(({ properties }) => properties)}::text[],
      ${json(({ actions }) => actions)}::text[],
      ${json(({ values }) => values)}::text[],
      ${things.map(({ available }) => available)}::boolean[]
    ) WITH ORDINALITY
      AS found(id, title, description, properties, actions, "values", available, position)
    ORDER BY found.position
    ON CONFLICT (id) DO UPDATE SET
      title = excluded.title, description = excluded.description,
      properties = excluded.properties, actions = excluded.actions,
      "values" = excluded."values", available = excluded.available, modified = excluded.modified
    WHERE things.client_id = excluded.client_id`;
}

interface OfClients {
  developer: string;
  clients: string[];
}

/**
 * Removes the things of connector clients and notes the clients as removed, in one transaction:
 * whatever of theirs is still on its way is refused from then on.
 */
export async function removeThings(
  { prisma }: Database,
  { developer, clients }: OfClients,
): Promise<Record<string, never>> {
  await prisma.$transaction(async (db) => {
    await db.$executeRaw`
      INSERT INTO clients (id, removed) SELECT id, now() FROM unnest(${clients}::uuid[]) AS id
      ON CONFLICT (id) DO UPDATE SET removed = now()`;
    await db.thing.deleteMany({ where: { developer, clientId: { in: clients } } });
    // Long after a removal nothing of the client can be on its way any more.
    await db.$executeRaw`DELETE FROM clients WHERE removed < now() - interval '30 days'`;
  });
  return {};
}

/** The things of connector clients, and the units in which they have a place. */
export async function thingsOfClients({ prisma }: Database, { developer, clients }: OfClients) {
  const things = await prisma.thing.findMany({
    where: { developer, clientId: { in: clients } },
    select: { id: true, units: { select: { unit: { select: { id: true } } } } },
    orderBy: { key: 'asc' },
  });
  return {
    things: things.map(({ id }) => id),
    places: things.flatMap(({ id, units }) =>
      units.map(({ unit }) => ({ thing: id, unit: unit.id })),
    ),
  };
}
