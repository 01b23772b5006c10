import type { Discovery, Room } from '@trellis/connector-sdk';
import type { ClientWarning, Occurrence } from '@trellis/contracts';
import type { Tracing } from '@trellis/platform';
import type { WebhookEvent } from '../delivery/outbox.js';
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
  // What is heard may be there although a poll cannot see it.
  const isHeard = isListening && discovery.listenCoverage !== 'part';
  const problems = isHeard ? [] : discovery.problems;
  const { warnings, ...changes } = reconcile(id, known, { ...discovery, problems });
  const checked = splitRooms(discovery.rooms ?? []);
  const tellsRooms = discovery.rooms !== undefined && discovery.complete;
  return {
    ...changes,
    warnings: [...warnings, ...checked.warnings],
    rooms: tellsRooms ? JSON.stringify(checked.rooms) : undefined,
  };
}

/** What is to be published of a client. */
interface Found {
  known: KnownEntity[];
  findings: Findings;
  /** What has happened to its things. */
  occurrences?: Occurrence[];
}

interface Published {
  /** One for each thing for which the account has no room. */
  warnings: ClientWarning[];
  /** How many occurrences were dropped, because they do not fit the events of their things. */
  dropped: number;
}

/**
 * Sends what has changed to units-service, and stores each batch in the mappings once it was accepted.
 * Things for which the account has no room are not stored, so that the next poll sends them again. What has
 * happened comes after all changes.
 */
export async function publishChanges(
  { store, tracing }: { store: PollStore; tracing?: Tracing | undefined },
  client: ClientRow,
  found: Found,
): Promise<Published> {
  if (isUnchanged(found)) return { warnings: [], dropped: 0 };
  const publishing = () => publishFound(store, client, found);
  return tracing ? tracing.span('publish', {}, publishing) : publishing();
}

async function publishFound(
  store: PollStore,
  client: ClientRow,
  { known, findings, occurrences = [] }: Found,
): Promise<Published> {
  const isNew = newThings(known);
  const published: Published = { warnings: [], dropped: 0 };
  for (const batch of batches(findings, occurrences)) {
    const { left_out: leftOut, dropped = [] } = await upsertThings(store, client, batch);
    const isLeftOut = ({ thing }: KnownEntity) => leftOut?.things.includes(thing) ?? false;
    const changed = batch.changed.filter((entity) => !isLeftOut(entity));
    const stored = batch.occurrences.filter(({ id }) => !dropped.includes(id));
    const events = [
      ...changed.filter(isNew).map(({ thing }) => thingCreated(client, thing)),
      ...stored.map((occurrence) => thingEvent(client, occurrence)),
    ];
    published.dropped += dropped.length;
    await store.storeMappings({ client, ...batch, changed, events });
    for (const { entity } of batch.changed.filter(isLeftOut)) {
      published.warnings.push(noRoom(entity, leftOut!.reason));
    }
  }
  return published;
}

/** Most polls find nothing new. */
function isUnchanged({ findings, occurrences = [] }: Found): boolean {
  const { changed, rehandled, vanished, unobserved, status } = findings;
  const lists = [changed, rehandled, vanished, unobserved, occurrences];
  return !status && lists.every(({ length }) => length === 0);
}

async function upsertThings(
  store: PollStore,
  client: ClientRow,
  { changed, vanished, unobserved, occurrences, status }: Batch,
): ReturnType<PollStore['upsertThings']> {
  const lists = [changed, vanished, unobserved, occurrences];
  if (!status && lists.every(({ length }) => length === 0)) return {};
  return store.upsertThings(client, {
    things: changed.map(({ thing, state }) => ({ id: thing, ...state })),
    vanished: vanished.map(({ thing }) => thing),
    unobserved: unobserved.map(toUnobserved),
    ...(occurrences.length > 0 && { occurrences }),
    status,
  });
}

/** What is missing in a sweep that is held cannot be reached, for a units-service that knows no sweeps. */
const toUnobserved = ({ thing: id, problem: code }: Findings['unobserved'][number]) =>
  code === 'sweep_held' ? { id, code: 'unavailable' as const, held: true } : { id, code };

const noRoom = (entity: string, reason: string): ClientWarning => ({
  code: 'quota_exceeded',
  detail: `The device becomes a thing when there is room. ${reason}`,
  connector_thing_id: entity,
});

const newThings = (known: KnownEntity[]) => {
  const before = new Set(known.map(({ entity }) => entity));
  return ({ entity }: KnownEntity) => !before.has(entity);
};

interface Batch extends Omit<Findings, 'warnings' | 'rooms'> {
  occurrences: Occurrence[];
}

/**
 * With the status in the first one, which may have nothing else, and what has happened in the last one, which may
 * have nothing else either.
 */
function* batches({ status, ...found }: Findings, occurrences: Occurrence[]): Generator<Batch> {
  const { changed, rehandled, vanished, unobserved } = found;
  const lengths = [changed, rehandled, vanished, unobserved].map(({ length }) => length);
  const longest = Math.max(...lengths, 1);
  for (let start = 0; start < longest; start += batchSize) {
    const part = <T>(all: T[]) => all.slice(start, start + batchSize);
    yield {
      changed: part(changed),
      rehandled: part(rehandled),
      vanished: part(vanished),
      unobserved: part(unobserved),
      status: start === 0 ? status : undefined,
      occurrences: start + batchSize >= longest ? occurrences : [],
    };
  }
}

const thingCreated = ({ id, developer, subject }: ClientRow, thing: string): WebhookEvent => ({
  developer,
  type: 'thing_created',
  data: { thing_id: thing, client_id: id, subject },
});

const thingEvent = (
  { id: client, developer, subject }: ClientRow,
  { id, thing, name, data, occurred }: Occurrence,
): WebhookEvent => ({
  id,
  developer,
  type: 'thing_event',
  data: {
    thing_id: thing,
    client_id: client,
    subject,
    event: name,
    ...(data !== undefined && { data }),
    occurred_at: occurred,
  },
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
