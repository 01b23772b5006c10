import type { Discovery } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { databaseProblem, isForeignKeyViolation } from '@trellis/database';
import { isMissingRow } from '../database.js';
import { toFailure } from './failure.js';
import { holdSweep, storeHeldSweep } from './missing-devices.js';
import type { Hold } from './hold.js';
import { compareDiscovery, publishChanges } from './publish.js';
import type { PolledClient, ReadClient } from './read.js';
import { withoutState } from './reconcile.js';
import { recordSuccess, type RecordNeeds } from './record.js';
import type { PollStore } from './store.js';

interface Needs extends RecordNeeds {
  readClient: ReadClient;
  store: PollStore;
  hold: Hold;
}

/** What a remote technology has told. */
interface Fetched {
  discovery: Discovery;
  /** Whether everything counts as changed. */
  isUnfinished: boolean;
  /** Whether the client may have changed since it was read: nothing is stored before it is read again. */
  isOutdated: boolean;
}

/** A failure of ours after the remote technology has answered. */
export class NotStored extends Error {}

/**
 * Publishes what a poll has found and records its success. While the database or units-service is away, it
 * waits, and then compares what was found with what is known by then.
 */
export async function handOver(
  needs: Needs,
  client: PolledClient,
  { discovery, isUnfinished, isOutdated }: Fetched,
): Promise<void> {
  await needs.hold(async (isRepeated) => {
    try {
      const current = isRepeated ? await readAgain(needs, client) : client;
      const store = isOutdated && !isRepeated ? refusingStore : needs.store;
      await storeFindings({ ...needs, store }, current, { discovery, isUnfinished });
    } catch (error) {
      throw databaseProblem(error) ?? toNotStored(error);
    }
  });
}

/** The client as it is now; what was found was found when the poll began. */
async function readAgain(
  { readClient }: Needs,
  { row: { id, polled } }: PolledClient,
): Promise<PolledClient> {
  const client = await readClient(id);
  if (!client) throw new Problem('creator_removed', 'The client was removed.');
  return { ...client, row: { ...client.row, ...(polled && { polled }) } };
}

async function storeFindings(
  needs: Needs,
  { row, known, sweep }: PolledClient,
  { discovery, isUnfinished }: Pick<Fetched, 'discovery' | 'isUnfinished'>,
): Promise<void> {
  const before = isUnfinished ? known.map(withoutState) : known;
  const now = row.polled ?? new Date();
  const compared = compareDiscovery(row, before, discovery);
  const { findings, sweep: held } = holdSweep({ known, sweep }, compared, now);
  const isNew = row.status === 'STARTING';
  const isTold = !row.isResuming && (isNew || (row.status === 'STARTED' && !isUnfinished));
  if (!isTold) findings.status = { error: null, since: now.toISOString() };
  const reported = discovery.problems.map(({ device, failure }) => ({
    ...toFailure(failure),
    ...(device !== undefined && { connector_thing_id: device }),
  }));
  const published = await publishChanges(needs, row, { known, findings });
  await storeHeldSweep(needs, row, { before: sweep, now: held });
  const warnings = [...reported, ...findings.warnings, ...published.warnings];
  await recordSuccess(needs, row, { warnings, rooms: findings.rooms });
}

const refuse = () => Promise.reject(new Problem('unavailable', 'The client may have changed.'));

/** Stores nothing, as while the database is away. */
const refusingStore: PollStore = {
  upsertThings: refuse,
  storeMappings: refuse,
  storeOutcome: refuse,
  storeSweep: refuse,
};

const toNotStored = (cause: unknown) =>
  cause instanceof Problem || isRemoved(cause)
    ? cause
    : new NotStored('What a poll found was not stored.', { cause });

/** Whether the client was removed during the poll. */
export const isRemoved = (error: unknown): boolean =>
  (error instanceof Problem && error.code === 'creator_removed') ||
  isForeignKeyViolation(error) ||
  isMissingRow(error);
