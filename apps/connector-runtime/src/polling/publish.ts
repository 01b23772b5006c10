import type { Attributes, ClientWarning, Occurrence } from '@trellis/contracts';
import { toState } from './client-state.js';
import type { WebhookEvent } from '../delivery/outbox.js';
import type { ClientRow } from '../session.js';
import type { Runtime } from '../runtime.js';
import type { ClientChanges, KnownEntity } from './reconcile.js';
import type { PollStore } from './store.js';

/** How many entities are sent in one message. */
const batchSize = 250;

export type PublishNeeds = Pick<Runtime, 'store' | 'tracing'>;

/**
 * How often a pause is published again to units-service (ms). Also the longest delay until a resumed client is
 * polled when the queue was away.
 */
export const pausedIntervalMs = 5 * 60_000;

/** Publishes that a client is paused. units-service refuses the results of polls that started earlier. */
export async function publishPause(
  store: Pick<PollStore, 'upsertThings'>,
  client: ClientRow,
): Promise<void> {
  const { status: before, error, paused } = toState(client);
  if (!paused) return;
  const status = {
    error: error?.code ?? null,
    since: paused.since,
    paused: { ...paused, status: before },
  };
  await store.upsertThings(client, { things: [], vanished: [], status });
}

interface ToPublish {
  known: KnownEntity[];
  changes: Omit<ClientChanges, 'warnings' | 'rooms'>;
  /** Events of the client's things. */
  occurrences?: Occurrence[];
}

interface Published {
  /** A warning for each thing that the account has no room for. */
  warnings: ClientWarning[];
  /** How many occurrences were dropped because their things have no such event. */
  dropped: number;
}

/**
 * Sends changes to units-service, and stores each batch in the mappings once units-service has accepted it. Things
 * that the account has no room for are not stored, so that the next poll sends them again. Occurrences follow all
 * changes.
 */
export async function publishChanges(
  { store, tracing }: PublishNeeds,
  client: ClientRow,
  given: ToPublish,
): Promise<Published> {
  const { known, changes, occurrences = [] } = given;
  // Most polls find nothing new.
  if (isEmpty({ ...changes, occurrences }) && changes.rehandled.length === 0) {
    return { warnings: [], dropped: 0 };
  }
  const publish = () => publishBatches(store, client, { known, changes, occurrences });
  return tracing ? tracing.span('publish', {}, publish) : publish();
}

async function publishBatches(
  store: PollStore,
  client: ClientRow,
  { known, changes, occurrences }: Required<ToPublish>,
): Promise<Published> {
  const before = new Set(known.flatMap(({ entity, thingExists }) => (thingExists ? entity : [])));
  const published: Published = { warnings: [], dropped: 0 };
  for (const batch of toBatches(changes, occurrences)) {
    const {
      left_out: leftOut,
      dropped = [],
      awaited = [],
      attributes = {},
    } = isEmpty(batch) ? {} : await store.upsertThings(client, toUpsert(batch, client));
    const isLeftOut = ({ thing }: KnownEntity) => leftOut?.things.includes(thing) ?? false;
    const changed = batch.changed
      .filter((entity) => !isLeftOut(entity))
      .map((entity) => (awaited.includes(entity.thing) ? withoutFingerprint(entity) : entity));
    const events = [
      ...changed
        .filter(({ entity }) => !before.has(entity))
        .map(({ thing }) => thingCreated(client, thing)),
      ...batch.occurrences
        .filter(({ id }) => !dropped.includes(id))
        .map((occurrence) => ({ occurrence, attributes: attributes[occurrence.thing] }))
        .map((event) => thingEvent(client, event)),
    ];
    published.dropped += dropped.length;
    await store.storeMappings({ client, ...batch, changed, events });
    for (const { entity } of batch.changed.filter(isLeftOut)) {
      published.warnings.push(noRoom(entity, leftOut!.reason));
    }
  }
  return published;
}

interface Batch extends Omit<ClientChanges, 'warnings' | 'rooms'> {
  occurrences: Occurrence[];
}

/** Makes the next report count as a change: it may confirm a target. */
const withoutFingerprint = <Changed extends KnownEntity>(entity: Changed): Changed =>
  Object.assign({}, entity, { fingerprint: '' });

/** Returns whether units-service has nothing to store of a batch. */
const isEmpty = ({
  changed,
  vanished,
  unobserved,
  occurrences,
  status,
}: Omit<Batch, 'rehandled'>) =>
  !status && [changed, vanished, unobserved, occurrences].every(({ length }) => length === 0);

/** Splits changes. The first batch has the status, the last one the occurrences. */
function* toBatches(
  { changed, rehandled, vanished, unobserved, status }: Omit<ClientChanges, 'warnings' | 'rooms'>,
  occurrences: Occurrence[],
): Generator<Batch> {
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

const toUpsert = (
  { changed, vanished, unobserved, occurrences, status }: Batch,
  client: ClientRow,
) => ({
  things: changed.map(({ thing, state, receivedAt }) => ({
    id: thing,
    ...state,
    received: receivedBy(client, receivedAt),
  })),
  vanished: vanished.map(({ thing }) => thing),
  unobserved: unobserved.map(({ thing: id, problem: code }) => ({ id, code })),
  occurrences: occurrences.length > 0 ? occurrences : undefined,
  status,
});

/**
 * Returns when values were received, by the clock of the database. It is rather too late than too early: a device that
 * follows at once may report only once.
 */
function receivedBy({ polled, readAt }: ClientRow, receivedAt?: number): string | undefined {
  if (!polled || readAt === undefined || receivedAt === undefined) return undefined;
  return new Date(polled.getTime() - Math.max(0, readAt - receivedAt)).toISOString();
}

const noRoom = (entity: string, reason: string): ClientWarning => ({
  code: 'quota_exceeded',
  detail: `The device becomes a thing when there is room. ${reason}`,
  connector_thing_id: entity,
});

const thingCreated = ({ id, developer, subject }: ClientRow, thing: string): WebhookEvent => ({
  developer,
  type: 'thing_created',
  data: { thing_id: thing, client_id: id, subject },
});

const thingEvent = (
  { id: client, developer, subject }: ClientRow,
  {
    occurrence: { id, thing, name, data, occurred },
    attributes,
  }: { occurrence: Occurrence; attributes: Attributes | undefined },
): WebhookEvent => ({
  id,
  developer,
  type: 'thing_event',
  data: {
    thing_id: thing,
    client_id: client,
    subject,
    attributes,
    event: name,
    data,
    occurred_at: occurred,
  },
});
