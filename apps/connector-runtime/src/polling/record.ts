import { Problem, type ClientStatus, type ClientWarning } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import type { WebhookEvent } from '../delivery/outbox.js';
import type { ClientRow } from '../session.js';
import type { Failure } from './failure.js';
import type { PollStore, ToldStatus } from './store.js';

/** The most warnings that are stored; more would say nothing new. */
const maxWarnings = 100;

export interface RecordNeeds {
  store: PollStore;
  log: Pick<Logger, 'info' | 'warn'>;
}

const started = {
  status: 'STARTED',
  errorCode: null,
  errorDetail: null,
  errorSince: null,
  failures: 0,
};

/** Records a poll that succeeded. Writes only what changes, since most polls succeed. */
export async function recordSuccess(
  { store, log }: RecordNeeds,
  client: ClientRow,
  found: { warnings: ClientWarning[]; rooms: string | undefined },
): Promise<void> {
  const warnings =
    found.warnings.length === 0 ? null : JSON.stringify(found.warnings.slice(0, maxWarnings));
  // A client without rooms may never have had any.
  const rooms =
    found.rooms === (client.rooms ?? '[]') ? client.rooms : (found.rooms ?? client.rooms);
  const isStarted = client.status === 'STARTED' && client.failures === 0;
  const isSame = client.warnings === warnings && client.rooms === rooms;
  if (isStarted && isSame && !client.isResuming) return;
  const isStored = await store.storeOutcome({
    client,
    now: { warnings, rooms, ...started },
    events: isStarted ? [] : [statusChanged(client, { status: 'STARTED' })],
  });
  if (isStored && client.status === 'ERROR') {
    log.info(logged(client), 'client recovered');
  }
}

/** A failed poll that was recorded. */
interface RecordedFailure {
  /** How many polls have failed in a row. */
  failures: number;
  /** Whether units-service knows that the client fails. */
  isTold: boolean;
}

/**
 * Records a poll that failed; returns undefined when it was not recorded because the client was removed or paused, or
 * has another configuration by now. An outage is logged once, when it begins, and units-service is told then, or
 * as long as that is `untold`; a fault in a connector is logged with its cause.
 */
export async function recordFailure(
  { store, log }: RecordNeeds,
  client: ClientRow,
  { code, detail, cause, untold = false }: Failure & { cause: unknown; untold?: boolean },
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
      failures,
      warnings,
      rooms,
    },
    events: continues ? [] : [statusChanged(client, { status: 'ERROR', error: { code, detail } })],
  });
  if (!isStored) return undefined;
  if (!continues) {
    const err = code === 'connector_failed' ? cause : undefined;
    log.warn({ ...logged(client), code, detail, err }, 'client fails');
  }
  if (continues && !untold && !client.isResuming) return { failures, isTold: true };
  const status = { error: code, since: errorSince.toISOString() };
  return { failures, isTold: await tell(store, client, status) };
}

/** Tells units-service that a client fails; says whether it knows that, or something later. */
async function tell(store: PollStore, client: ClientRow, status: ToldStatus): Promise<boolean> {
  try {
    await store.upsertThings(client, { things: [], vanished: [], status });
    return true;
  } catch (error) {
    return error instanceof Problem && ['superseded', 'creator_removed'].includes(error.code);
  }
}

/** What is logged of a client. */
export const logged = ({
  id,
  developer,
  connectorType,
}: Pick<ClientRow, 'id' | 'developer' | 'connectorType'>) => ({
  client: id,
  developer,
  type: connectorType,
});

const statusChanged = (
  { id, developer, subject }: ClientRow,
  now: { status: ClientStatus; error?: Failure },
): WebhookEvent => ({
  developer,
  type: 'client_status_changed',
  data: { client_id: id, subject, ...now },
});
