import { Problem, type QuotaLimits } from '@trellis/contracts';
import type { Tracing } from '@trellis/platform';
import { holdSweep, storeHeldSweep } from '../polling/missing-devices.js';
import { compareDiscovery, publishChanges } from '../polling/publish.js';
import type { ReadClient } from '../polling/read.js';
import { isNotGone, thingId, withoutState } from '../polling/reconcile.js';
import type { PollStore } from '../polling/store.js';
import type { Gathered } from './pending-reports.js';

/** What storing takes that was heard. */
export interface PublishNeeds {
  readClient: ReadClient;
  store: PollStore;
  quotas: QuotaLimits<'connectors'>;
  tracing?: Tracing | undefined;
}

/**
 * Publishes what was heard of a client as a poll does: only what is new or has changed, and after that what has
 * happened. What a poll that began earlier finds does not overwrite it. Returns how many events were dropped:
 * those that do not fit what their devices have, or all while the client is paused. After a failure, `isUnfinished`
 * has all of it stored again. Throws `creator_removed` when the client was removed.
 */
export async function publishHeard(
  needs: PublishNeeds,
  id: string,
  { entities, gone, all, events = [] }: Gathered,
  isUnfinished = false,
): Promise<number> {
  const client = await needs.readClient(id);
  if (!client) throw new Problem('creator_removed', 'The client was removed.');
  if (client.row.pausedSince) return events.length;
  // Things may have what the time before stored, although the mappings do not tell.
  const known = isUnfinished ? client.known.map(withoutState) : client.known;
  const row = Object.assign({}, client.row, { isHeard: true });
  const found = withinQuota(known, entities, needs.quotas.client_things);
  const compared = compareDiscovery(row, known, {
    entities: found,
    complete: false,
    rooms: undefined,
    problems: [],
  });
  const missing = new Set(gone);
  const present = all && new Set(all);
  compared.vanished = known.filter(
    (one) => isNotGone(one) && (missing.has(one.entity) || (present && !present.has(one.entity))),
  );
  const now = row.polled ?? new Date();
  const { findings, sweep } = holdSweep(client, compared, now);
  const occurrences = events.map(({ device, bytes: _bytes, ...event }) =>
    Object.assign(event, { thing: thingId(id, device) }),
  );
  const { dropped } = await publishChanges(needs, row, { known, findings, occurrences });
  await storeHeldSweep(needs, row, { before: client.sweep, now: sweep });
  return dropped;
}

/** New devices for which the client has no room are left to its polls, which say so. */
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
