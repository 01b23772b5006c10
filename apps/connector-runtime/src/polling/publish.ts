import type { Discovery, Room } from '@trellis/connector-sdk';
import type { ClientWarning } from '@trellis/contracts';
import type { WebhookEvent } from '../outbox/outbox.js';
import type { ClientRow } from '../session.js';
import { toStorableText } from './failure.js';
import { reconcile, type Changes, type KnownEntity } from './reconcile.js';
import type { PollStore } from './store.js';
import { findRoomError } from './validate.js';

/** How many entities cross in one message. */
const batchSize = 250;

/** What a poll has found out, compared with what was known. */
interface Findings extends Changes {
  /** The rooms to store, as JSON; undefined when the poll says nothing about them. */
  rooms: string | undefined;
}

/** Compares what a poll discovered with what was known. */
export function compareDiscovery(
  { id }: Pick<ClientRow, 'id'>,
  known: KnownEntity[],
  discovery: Discovery,
): Findings {
  const { warnings, ...changes } = reconcile(id, known, discovery);
  const checked = splitRooms(discovery.rooms ?? []);
  const tellsRooms = discovery.rooms !== undefined && discovery.complete;
  return {
    ...changes,
    warnings: [...warnings, ...checked.warnings],
    rooms: tellsRooms ? JSON.stringify(checked.rooms) : undefined,
  };
}

/** Sends what has changed to units-service, and stores each batch in the mappings once it was accepted. */
export async function publishChanges(
  { store }: { store: PollStore },
  client: ClientRow,
  { known, findings }: { known: KnownEntity[]; findings: Findings },
): Promise<void> {
  const isNew = newThings(known);
  for (const batch of batches(findings)) {
    const { changed, vanished } = batch;
    if (changed.length > 0 || vanished.length > 0) {
      await store.upsertThings(client, {
        things: changed.map(({ thing, state }) => ({ ...state, id: thing })),
        vanished: vanished.map(({ thing }) => thing),
      });
    }
    const events = changed.filter(isNew).map(({ thing }) => thingCreated(client, thing));
    await store.storeMappings({ client, ...batch, events });
  }
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

const thingCreated = ({ id, developer, subject }: ClientRow, thing: string): WebhookEvent => ({
  developer,
  type: 'thing_created',
  data: { thing_id: thing, client_id: id, subject },
});

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
