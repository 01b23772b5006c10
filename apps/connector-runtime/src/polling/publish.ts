import type { Discovery, Room } from '@trellis/connector-sdk';
import type { ClientWarning } from '@trellis/contracts';
import type { Tracing } from '@trellis/platform';
import type { WebhookEvent } from '../outbox/outbox.js';
import type { ClientRow } from '../session.js';
import { toStorableText } from './failure.js';
import { reconcile, type Changes, type KnownEntity } from './reconcile.js';
import type { PollStore, ToldStatus } from './store.js';
import { findRoomError } from './validate.js';

/** How many entities cross in one message. */
const batchSize = 250;

/** What a poll has found out, compared with what was known. */
interface Findings extends Changes {
  /** The rooms to store, as JSON; undefined when the poll says nothing about them. */
  rooms: string | undefined;
  /** What units-service has to know of the client, if that may have changed. */
  status?: ToldStatus | undefined;
}

/** Compares what a poll discovered with what was known. */
export function compareDiscovery(
  { id, isListening }: Pick<ClientRow, 'id' | 'isListening'>,
  known: KnownEntity[],
  discovery: Discovery,
): Findings {
  // What is listened for may be there although a poll cannot see it.
  const problems = isListening ? [] : discovery.problems;
  const { warnings, ...changes } = reconcile(id, known, { ...discovery, problems });
  const checked = splitRooms(discovery.rooms ?? []);
  const tellsRooms = discovery.rooms !== undefined && discovery.complete;
  return {
    ...changes,
    warnings: [...warnings, ...checked.warnings],
    rooms: tellsRooms ? JSON.stringify(checked.rooms) : undefined,
  };
}

/**
 * Sends what has changed to units-service, and stores each batch in the mappings once it was accepted.
 * Things for which the account has no room are not stored, so that the next poll sends them again; returns
 * a warning for each.
 */
export async function publishChanges(
  { store, tracing }: { store: PollStore; tracing?: Tracing | undefined },
  client: ClientRow,
  found: { known: KnownEntity[]; findings: Findings },
): Promise<ClientWarning[]> {
  if (isUnchanged(found.findings)) return [];
  const publishing = () => publishFound(store, client, found);
  return tracing ? tracing.span('publish', {}, publishing) : publishing();
}

async function publishFound(
  store: PollStore,
  client: ClientRow,
  { known, findings }: { known: KnownEntity[]; findings: Findings },
): Promise<ClientWarning[]> {
  const isNew = newThings(known);
  const warnings: ClientWarning[] = [];
  for (const batch of batches(findings)) {
    const leftOut = await upsertThings(store, client, batch);
    const isLeftOut = ({ thing }: KnownEntity) => leftOut?.things.includes(thing) ?? false;
    const changed = batch.changed.filter((entity) => !isLeftOut(entity));
    const events = changed.filter(isNew).map(({ thing }) => thingCreated(client, thing));
    await store.storeMappings({ client, ...batch, changed, events });
    for (const { entity } of batch.changed.filter(isLeftOut)) {
      warnings.push(noRoom(entity, leftOut!.reason));
    }
  }
  return warnings;
}

/** Most polls find nothing new. */
const isUnchanged = ({ changed, rehandled, vanished, unobserved, status }: Findings): boolean =>
  !status && [changed, rehandled, vanished, unobserved].every(({ length }) => length === 0);

async function upsertThings(
  store: PollStore,
  client: ClientRow,
  { changed, vanished, unobserved, status }: Batch,
): ReturnType<PollStore['upsertThings']> {
  if (!status && [changed, vanished, unobserved].every(({ length }) => length === 0)) {
    return undefined;
  }
  return store.upsertThings(client, {
    things: changed.map(({ thing, state }) => ({ id: thing, ...state })),
    vanished: vanished.map(({ thing }) => thing),
    unobserved: unobserved.map(({ thing, problem }) => ({ id: thing, code: problem })),
    status,
  });
}

const noRoom = (entity: string, reason: string): ClientWarning => ({
  code: 'quota_exceeded',
  detail: `The device becomes a thing when there is room. ${reason}`,
  connector_thing_id: entity,
});

const newThings = (known: KnownEntity[]) => {
  const before = new Set(known.map(({ entity }) => entity));
  return ({ entity }: KnownEntity) => !before.has(entity);
};

type Batch = Omit<Findings, 'warnings' | 'rooms'>;

/** With the status in the first one, which may have nothing else. */
function* batches({ status, ...found }: Findings): Generator<Batch> {
  const { changed, rehandled, vanished, unobserved } = found;
  const lengths = [changed, rehandled, vanished, unobserved].map(({ length }) => length);
  const longest = Math.max(...lengths, status ? 1 : 0);
  for (let start = 0; start < longest; start += batchSize) {
    const part = <T>(all: T[]) => all.slice(start, start + batchSize);
    yield {
      changed: part(changed),
      rehandled: part(rehandled),
      vanished: part(vanished),
      unobserved: part(unobserved),
      status: start === 0 ? status : undefined,
    };
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
