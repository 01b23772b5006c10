import type { Place, Poll } from '@trellis/connector-sdk';
import type { Queries } from '../database.js';
import type { Client } from '../generated/prisma/client.js';
import type { Announcement, Runtime } from '../runtime.js';
import { reconcile, type Changes, type KnownEntity } from './changes.js';

/** Hands on what has changed, and remembers it once units-service has taken it. */
export async function hand(runtime: Runtime, client: Client, found: Poll): Promise<void> {
  const known = await runtime.database.mapping.findMany({ where: { clientKey: client.key } });
  const changes = reconcile(client.id, known, found);
  for (const { changed, vanished } of portions(changes)) {
    await runtime.units('things.upsert', {
      client: client.id,
      developer: client.developer,
      subject: client.subject,
      things: changed.map(({ thing, state }) => ({ ...state, id: thing })),
      vanished: vanished.map(({ thing }) => thing),
    });
    await runtime.announce(additions(client, { known, changed }), (db) =>
      remember(db, client, { changed, vanished }),
    );
  }
  if (found.places && found.complete !== false) await keepPlaces(runtime, client, found.places);
}

/** So many entities cross in one message. */
const portion = 250;

function* portions({ changed, vanished }: Changes): Generator<Changes> {
  for (let start = 0; start < Math.max(changed.length, vanished.length); start += portion) {
    const part = <T>(all: T[]) => all.slice(start, start + portion);
    yield { changed: part(changed), vanished: part(vanished) };
  }
}

async function remember(
  db: Queries,
  { key }: Client,
  { changed, vanished }: Changes,
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO mappings (client_key, entity, thing, fingerprint, available)
    SELECT ${key}, found.entity, found.thing, found.fingerprint, found.available
    FROM unnest(
      ${changed.map(({ entity }) => entity)}::text[],
      ${changed.map(({ thing }) => thing)}::uuid[],
      ${changed.map(({ fingerprint }) => fingerprint)}::text[],
      ${changed.map(({ available }) => available)}::boolean[]
    ) WITH ORDINALITY AS found(entity, thing, fingerprint, available, position)
    ORDER BY found.position
    ON CONFLICT (client_key, entity) DO UPDATE SET
      fingerprint = excluded.fingerprint, available = excluded.available`;
  await db.mapping.updateMany({
    where: { clientKey: key, entity: { in: vanished.map(({ entity }) => entity) } },
    data: { available: false },
  });
}

/** What apps are told of things that were not there before. */
function additions(
  { id, developer, subject }: Client,
  { known, changed }: { known: KnownEntity[]; changed: KnownEntity[] },
): Announcement[] {
  const before = new Set(known.map(({ thing }) => thing));
  return changed
    .filter(({ thing }) => !before.has(thing))
    .map(({ thing }) => ({
      developer,
      type: 'thing_created',
      data: { thing_id: thing, client_id: id, subject },
    }));
}

async function keepPlaces({ database }: Runtime, client: Client, places: Place[]): Promise<void> {
  const now = JSON.stringify(places);
  if (now === (client.places ?? '[]')) return;
  await database.client.updateMany({ where: { key: client.key }, data: { places: now } });
}
