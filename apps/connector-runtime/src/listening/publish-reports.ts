import type { Entity } from '@trellis/connector-sdk';
import { Problem, type Occurrence } from '@trellis/contracts';
import {
  compareDiscovery,
  isPresent,
  withoutState,
  type Changes,
  type KnownEntity,
} from '../polling/reconcile.js';
import { recognize } from '../polling/recognize.js';
import { areSameMissing, deferMissing } from '../polling/missing-devices.js';
import { rememberedName } from '../polling/names.js';
import { publishChanges } from '../polling/publish.js';
import type { Runtime } from '../runtime.js';
import type { ReportedEvent, Reports } from './pending-reports.js';
import type { Published, PublishOptions } from './report-buffer.js';

export type ReportNeeds = Pick<
  Runtime,
  'database' | 'pool' | 'readClient' | 'store' | 'quotas' | 'tracing'
>;

interface PublishedReports extends Published {
  /** How many events were dropped: all while the client is paused, otherwise those that their devices do not have. */
  dropped: number;
}

/**
 * Publishes the reports of a client as a poll does: first what is new or has changed, then the events. A poll that
 * started earlier cannot overwrite this. `publishAll` repeats everything after a failure. Throws `creator_removed` when
 * the client was removed.
 */
export async function publishReports(
  needs: ReportNeeds,
  id: string,
  reports: Reports,
  { publishAll, mustWait }: PublishOptions = { publishAll: false, mustWait: () => false },
): Promise<PublishedReports> {
  const readAt = performance.now();
  const client = await needs.readClient(id);
  if (!client) throw new Problem('creator_removed', 'The client was removed.');
  if (client.row.pausedSince) {
    return { dropped: reports.events?.length ?? 0, waiting: { entities: [] } };
  }
  const { gone, all } = reports;
  const row = { ...client.row, isReported: true, readAt };
  const vanished = new Set(gone);
  const present = all && new Set(all);
  const isGone = ({ entity }: KnownEntity) =>
    vanished.has(entity) || (present !== undefined && !present.has(entity));
  const { known: stored, taken } = await recognize(needs, row, {
    known: client.known,
    entities: reports.entities,
    isGone: (one) => isGone(one) || !isPresent(one),
  });
  const { ready, waiting } = divide(reports, stored, mustWait);
  const { entities, events = [] } = ready;
  // An earlier attempt may have stored things that the mappings lack.
  const known = publishAll ? stored.map(withoutState) : stored;
  const reported = {
    entities: withinQuota(known, entities, needs.quotas.client_things),
    complete: false,
    rooms: undefined,
    problems: [],
  };
  const compared = compareDiscovery(row, known, reported, taken);
  compared.vanished = known.filter((one) => isPresent(one) && isGone(one));
  const { changes, missing } = deferMissing(
    { known, missing: client.missing },
    compared,
    row.polled ?? new Date(),
  );
  const occurrences = toOccurrences(known, changes, events);
  const { dropped } = await publishChanges(needs, row, { known, changes, occurrences });
  if (!areSameMissing(client.missing, missing)) await needs.store.storeMissing(row, missing);
  return { dropped: dropped + events.length - occurrences.length, waiting };
}

/** Divides reports into those to publish now, and those of new devices that wait. */
function divide(
  { entities, events = [], ...rest }: Reports,
  known: KnownEntity[],
  mustWait: (entity: Entity) => boolean,
): { ready: Reports; waiting: Published['waiting'] } {
  const before = new Set(known.map(({ entity }) => entity));
  const waiting = entities.filter((entity) => !before.has(entity.id) && mustWait(entity));
  if (waiting.length === 0) {
    return { ready: { entities, events, ...rest }, waiting: { entities: waiting } };
  }
  const ids = new Set(waiting.map(({ id }) => id));
  return {
    ready: {
      entities: entities.filter(({ id }) => !ids.has(id)),
      events: events.filter(({ device }) => !ids.has(device)),
      ...rest,
    },
    waiting: { entities: waiting, events: events.filter(({ device }) => ids.has(device)) },
  };
}

/** Returns events under the names that the abilities were given first, without those of unknown devices. */
function toOccurrences(
  known: KnownEntity[],
  { changed, rehandled }: Pick<Changes, 'changed' | 'rehandled'>,
  events: ReportedEvent[],
): Occurrence[] {
  if (events.length === 0) return [];
  const mappings = new Map(
    [...known, ...changed, ...rehandled].map((mapping) => [mapping.entity, mapping]),
  );
  return events.flatMap(({ device, keys, bytes: _bytes, ...event }) => {
    const mapping = mappings.get(device);
    if (!mapping) return [];
    const name = rememberedName(mapping.names, { name: event.name, keys });
    return Object.assign(event, { name, thing: mapping.thing });
  });
}

/** Leaves new devices that exceed the client's quota to its polls, which report that. */
function withinQuota<Entity extends { id: string }>(
  known: { entity: string }[],
  entities: Entity[],
  limit: number,
): Entity[] {
  if (known.length + entities.length <= limit) return entities;
  const before = new Set(known.map(({ entity }) => entity));
  let room = limit - known.length;
  return entities.filter(({ id }) => before.has(id) || (room -= 1) >= 0);
}
