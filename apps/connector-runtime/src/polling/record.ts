import { isDeepStrictEqual } from 'node:util';
import {
  Problem,
  storedAttributes,
  type ClientWarning,
  type VendorAccount,
  type WebhookData,
} from '@trellis/contracts';
import { isForeignKeyViolation } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Database } from '../database.js';
import type { Client } from '../generated/prisma/client.js';
import type { WebhookEvent } from '../delivery/outbox.js';
import { isolationAfterFailure } from '../isolation/discover.js';
import { clientSubject } from '../log-subject.js';
import type { ClientRow } from '../session.js';
import type { Failure } from './failure.js';
import type { PublishedStatus } from './reconcile.js';
import type { PollStore } from './store.js';
import type { Runtime } from '../runtime.js';

const maxWarnings = 100;

export type RecordNeeds = Pick<Runtime, 'store' | 'log'>;

const started = {
  status: 'STARTED',
  errorCode: null,
  errorDetail: null,
  errorSince: null,
  errorFacts: null,
  failures: 0,
};

/** Records a poll that succeeded. Writes only what changes, since most polls succeed. */
export async function recordSuccess(
  { store, log }: RecordNeeds,
  client: ClientRow,
  found: {
    warnings: ClientWarning[];
    rooms: string | undefined;
    isolation: string | null;
    account: VendorAccount | undefined;
  },
): Promise<void> {
  const warnings =
    found.warnings.length === 0 ? null : JSON.stringify(found.warnings.slice(0, maxWarnings));
  // No rooms are stored as null until there were some.
  const rooms =
    found.rooms === (client.rooms ?? '[]') ? client.rooms : (found.rooms ?? client.rooms);
  const isStarted = client.status === 'STARTED' && client.failures === 0;
  const { isolation } = found;
  const account = isDeepStrictEqual(found.account, client.vendorAccount)
    ? undefined
    : found.account;
  const isSame =
    client.warnings === warnings &&
    client.rooms === rooms &&
    client.isolation === isolation &&
    account === undefined;
  if (isStarted && isSame && !client.isResuming) return;
  const isStored = await store.storeOutcome({
    client,
    now: { warnings, rooms, isolation, ...started },
    account,
    events: isStarted && !client.isResuming ? [] : [statusChanged(client, { status: 'STARTED' })],
  });
  if (isStored && client.status === 'ERROR') log.info(clientSubject(client), 'client recovered');
}

interface RecordedFailure {
  /** Consecutive failed polls. */
  failures: number;
  /** Whether units-service knows that the client fails. */
  isPublished: boolean;
}

/**
 * Records a poll that failed. Returns undefined when the client was removed or paused, or has another configuration
 * by now. An outage is logged and published to units-service once, when it begins; `isUnpublished` repeats that. A
 * bug in a connector is logged with its cause.
 */
export async function recordFailure(
  { store, log }: RecordNeeds,
  client: ClientRow,
  {
    code,
    detail,
    thrown,
    isUnpublished = false,
    ...facts
  }: Failure & { thrown: unknown; isUnpublished?: boolean },
): Promise<RecordedFailure | undefined> {
  const { warnings, rooms } = client;
  const failures = client.failures + 1;
  const continues = client.status === 'ERROR' && client.errorCode === code;
  const errorSince = (continues && client.errorSince) || new Date();
  const isStored = await store.storeOutcome({
    client,
    now: {
      status: 'ERROR',
      errorCode: code,
      errorDetail: detail,
      errorSince,
      errorFacts: JSON.stringify(facts),
      failures,
      warnings,
      rooms,
      isolation: isolationAfterFailure(thrown, client),
    },
    events:
      continues && !client.isResuming
        ? []
        : [statusChanged(client, { status: 'ERROR', error: { code, detail, ...facts } })],
  });
  if (!isStored) return undefined;
  if (!continues) {
    const err = code === 'connector_failed' ? thrown : undefined;
    log.warn({ ...clientSubject(client), code, detail, err }, 'client fails');
  }
  if (continues && !isUnpublished && !client.isResuming) return { failures, isPublished: true };
  const status = { error: code, since: errorSince.toISOString() };
  return { failures, isPublished: await publishStatus(store, client, status) };
}

/** Publishes that a client fails. Returns whether units-service knows that, or something later. */
async function publishStatus(
  store: PollStore,
  client: ClientRow,
  status: PublishedStatus,
): Promise<boolean> {
  try {
    await store.upsertThings(client, { things: [], vanished: [], status });
    return true;
  } catch (error) {
    return error instanceof Problem && ['superseded', 'creator_removed'].includes(error.code);
  }
}

/** Records that the polls of a client stopped the service repeatedly, so that they are hardly attempted any more. */
export async function recordDeadLetter(
  needs: RecordNeeds & { log: Pick<Logger, 'error'> },
  client: ClientRow,
): Promise<void> {
  needs.log.error(
    clientSubject(client),
    'polls set aside: they stopped the service three times in a row',
  );
  await recordFailure(needs, client, {
    code: 'set_aside',
    detail:
      'Its polls stopped the service three times in a row and were set aside. ' +
      'One more is attempted every hour.',
    cause: 'polls_set_aside',
    thrown: undefined,
  });
}

/**
 * Records that the things of a client were removed for good. Its removal is usually under way already. After this
 * database was restored from an older backup it is not: then the reconciliation adds its job.
 */
export async function recordRemoval(
  database: Database,
  { key }: Pick<ClientRow, 'key'>,
): Promise<void> {
  try {
    await database.removal.createMany({ data: [{ clientKey: key }], skipDuplicates: true });
  } catch (error) {
    // The client is gone by now.
    if (!isForeignKeyViolation(error)) throw error;
  }
}

/** The event for apps that a client fails, recovers, or is paused. */
export const statusChanged = (
  {
    id,
    developer,
    subject,
    attributes,
  }: Pick<Client, 'id' | 'developer' | 'subject' | 'attributes'>,
  now: Pick<WebhookData<'client_status_changed'>, 'status' | 'error' | 'paused'>,
): WebhookEvent => ({
  developer,
  type: 'client_status_changed',
  data: { client_id: id, subject, attributes: storedAttributes(attributes), ...now },
});
