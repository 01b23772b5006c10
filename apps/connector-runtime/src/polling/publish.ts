import type { Discovery, Room } from '@trellis/connector-sdk';
import type { ClientWarning, UnitsContract } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import type { Database, Queries } from '../database.js';
import type { Client } from '../generated/prisma/client.js';
import type { Outbox, WebhookEvent } from '../outbox/outbox.js';
import { toStorableText } from './failure.js';
import { reconcile, type Changes, type KnownEntity } from './reconcile.js';
import { findRoomError } from './validate.js';

/** How many entities cross in one message. */
const batchSize = 250;

export interface PublishNeeds {
  database: Database;
  units: RpcClient<UnitsContract>;
  outbox: Outbox;
}

/**
 * Sends what has changed to units-service, and stores each batch in the mappings once it was accepted.
 * Returns warnings for what was left out.
 */
export async function publishChanges(
  needs: PublishNeeds,
  client: Client,
  discovery: Discovery,
): Promise<ClientWarning[]> {
  const known = await needs.database.mapping.findMany({ where: { clientKey: client.key } });
  const changes = reconcile(client.id, known, discovery);
  const isNew = newThings(known);
  for (const batch of batches(changes)) {
    await upsertThings(needs, client, batch);
    await storeBatch(needs, client, { batch, created: batch.changed.filter(isNew) });
  }
  const { rooms, warnings } = splitRooms(discovery.rooms ?? []);
  if (discovery.rooms && discovery.complete) await storeRooms(needs, client, rooms);
  return [...changes.warnings, ...warnings];
}

const newThings = (known: KnownEntity[]) => {
  const before = new Set(known.map(({ entity }) => entity));
  return ({ entity }: KnownEntity) => !before.has(entity);
};

type Batch = Omit<Changes, 'warnings'>;

function* batches({ changed, rehandled, vanished }: Batch): Generator<Batch> {
  const longest = Math.max(changed.length, rehandled.length, vanished.length);
  for (let start = 0; start < longest; start += batchSize) {
    const part = <T>(all: T[]) => all.slice(start, start + batchSize);
    yield { changed: part(changed), rehandled: part(rehandled), vanished: part(vanished) };
  }
}

async function upsertThings(
  { units }: PublishNeeds,
  { id, developer, subject }: Client,
  { changed, vanished }: Batch,
): Promise<void> {
  if (changed.length === 0 && vanished.length === 0) return;
  await units('things.upsert', {
    client: id,
    developer,
    subject,
    things: changed.map(({ thing, state }) => ({ ...state, id: thing })),
    vanished: vanished.map(({ thing }) => thing),
  });
}

async function storeBatch(
  { database, outbox }: PublishNeeds,
  client: Client,
  { batch, created }: { batch: Batch; created: KnownEntity[] },
): Promise<void> {
  const events = created.map(({ thing }) => thingCreated(client, thing));
  const deliveries = await database.$transaction(async (tx) => {
    await storeMappings(tx, client, batch);
    return outbox.add(tx, events);
  });
  await outbox.flush(deliveries);
}

const thingCreated = ({ id, developer, subject }: Client, thing: string): WebhookEvent => ({
  developer,
  type: 'thing_created',
  data: { thing_id: thing, client_id: id, subject },
});

async function storeMappings(
  tx: Queries,
  { key }: Client,
  { changed, rehandled, vanished }: Batch,
): Promise<void> {
  const found: KnownEntity[] = [...changed, ...rehandled];
  await tx.$executeRaw`
    INSERT INTO mappings (client_key, entity, thing, fingerprint, available, handle)
    SELECT ${key}, found.entity, found.thing, found.fingerprint, found.available, found.handle
    FROM unnest(
      ${found.map(({ entity }) => entity)}::text[],
      ${found.map(({ thing }) => thing)}::uuid[],
      ${found.map(({ fingerprint }) => fingerprint)}::text[],
      ${found.map(({ available }) => available)}::boolean[],
      ${found.map(({ handle }) => handle)}::text[]
    ) WITH ORDINALITY AS found(entity, thing, fingerprint, available, handle, position)
    ORDER BY found.position
    ON CONFLICT (client_key, entity) DO UPDATE SET
      fingerprint = excluded.fingerprint,
      available = excluded.available,
      handle = excluded.handle`;
  await tx.mapping.updateMany({
    where: { clientKey: key, entity: { in: vanished.map(({ entity }) => entity) } },
    data: { available: false },
  });
}

function splitRooms(found: Room[]): { rooms: Room[]; warnings: ClientWarning[] } {
  const checked = found.map((room) => ({ room, error: findRoomError(room) }));
  return {
    rooms: checked.flatMap(({ room, error }) => (error === undefined ? [room] : [])),
    warnings: checked.flatMap(({ error }) =>
      error === undefined
        ? []
        : [{ code: 'connector_failed', detail: toStorableText(`A room was left out: ${error}`) }],
    ),
  };
}

async function storeRooms({ database }: PublishNeeds, client: Client, found: Room[]) {
  const rooms = JSON.stringify(found);
  if (rooms === (client.rooms ?? '[]')) return;
  await database.client.updateMany({ where: { key: client.key }, data: { rooms } });
}
