import type { Discovery } from '@trellis/connector-sdk';
import { asOwnWork, toFailure } from './failure.js';
import { compareDiscovery } from './compare.js';
import { areSameMissing, deferMissing } from './missing-devices.js';
import { publishChanges, type PublishNeeds } from './publish.js';
import type { PolledClient } from './read.js';
import { withoutState } from './reconcile.js';
import { recordSuccess, type RecordNeeds } from './record.js';

interface Found {
  discovery: Discovery;
  /** Whether everything counts as changed, because units-service may have stored what the mappings lack. */
  publishAll: boolean;
}

/** Publishes what a poll has found, and records its success. */
export const publishResult = (
  needs: RecordNeeds & PublishNeeds,
  client: PolledClient,
  found: Found,
): Promise<void> => asOwnWork(() => publish(needs, client, found));

async function publish(
  needs: RecordNeeds & PublishNeeds,
  { row, known, missing: before }: PolledClient,
  { discovery, publishAll }: Found,
): Promise<void> {
  const now = row.polled ?? new Date();
  const compared = compareDiscovery(row, publishAll ? known.map(withoutState) : known, discovery);
  const { changes, missing } = deferMissing({ known, missing: before }, compared, now);
  const isNew = row.status === 'STARTING';
  const isPublished = !row.isResuming && (isNew || (row.status === 'STARTED' && !publishAll));
  if (!isPublished) changes.status = { error: null, since: now.toISOString() };
  const reported = discovery.problems.map(({ device, failure }) => ({
    ...toFailure(failure),
    connector_thing_id: device,
  }));
  const published = await publishChanges(needs, row, { known, changes });
  if (!areSameMissing(before, missing)) await needs.store.storeMissing(row, missing);
  const warnings = [...reported, ...changes.warnings, ...published.warnings];
  await recordSuccess(needs, row, { warnings, rooms: changes.rooms });
}
