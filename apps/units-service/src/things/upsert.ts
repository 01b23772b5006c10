import { Problem, type Handler, type Received, type UnitsContract } from '@trellis/contracts';
import type { Queries } from '../database/open.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { ensureSubject } from '../subjects/ensure.js';
import { hintOf, type PublishThingsHint } from './hints.js';
import { toColumns } from './row.js';

interface Needs {
  prisma: PrismaClient;
  publishThingsHint: PublishThingsHint;
}

type Input = Received<UnitsContract, 'things.upsert'>;

/** Stores what a connector client found, unless the client has been removed. */
export const upsertThings: Handler<'things.upsert', Needs> = async (
  { prisma, publishThingsHint },
  input,
) => {
  const { client, developer, subject, things, vanished } = input;
  await prisma.$transaction(async (db) => {
    await lockClient(db, client);
    if (things.length > 0) {
      await ensureSubject(db, { developer, subject });
      await upsertRows(db, input);
    }
    await db.thing.updateMany({
      where: { id: { in: vanished }, clientId: client },
      data: { available: false },
    });
  });
  const ids = [...things.map(({ id }) => id), ...vanished];
  publishThingsHint(developer, ids.length > 0 ? hintOf(ids, subject) : { subject });
  return {};
};

/** Keeps the client from being removed until the transaction ends; refuses a removed one. */
async function lockClient(db: Queries, client: string): Promise<void> {
  await db.client.createMany({ data: [{ id: client }], skipDuplicates: true });
  const [row] = await db.$queryRaw<{ removed: Date | null }[]>`
    SELECT removed FROM clients WHERE id = ${client}::uuid FOR SHARE`;
  if (row && !row.removed) return;
  throw new Problem('creator_removed', 'The client of these things has been removed.');
}

/** Upserts all things in one statement; a thing of another client is left alone. */
async function upsertRows(db: Queries, { client, developer, subject, things }: Input) {
  const rows = things.map((thing) => ({ id: thing.id, ...toColumns(thing) }));
  await db.$executeRaw`
    INSERT INTO things (id, developer, subject, client_id, title, types, description,
      properties, actions, "values", available, modified)
    SELECT found.id, ${developer}, ${subject}, ${client}::uuid, found.title, found.types,
      found.description, found.properties, found.actions, found."values", found.available, now()
    FROM unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ title }) => title)}::text[],
      ${rows.map(({ types }) => types)}::text[],
      ${rows.map(({ description }) => description)}::text[],
      ${rows.map(({ properties }) => properties)}::text[],
      ${rows.map(({ actions }) => actions)}::text[],
      ${rows.map(({ values }) => values)}::text[],
      ${rows.map(({ available }) => available)}::boolean[]
    ) WITH ORDINALITY
      AS found(id, title, types, description, properties, actions, "values", available, position)
    ORDER BY found.position
    ON CONFLICT (id) DO UPDATE SET
      title = excluded.title, types = excluded.types, description = excluded.description,
      properties = excluded.properties, actions = excluded.actions,
      "values" = excluded."values", available = excluded.available, modified = excluded.modified
    WHERE things.client_id = excluded.client_id`;
}
