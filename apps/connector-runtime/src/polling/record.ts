import type { ClientStatus, ClientWarning } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import type { WebhookEvent } from '../outbox/outbox.js';
import type { ClientRow } from '../session.js';
import type { Failure } from './failure.js';
import type { PollStore } from './store.js';

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
  if (isStarted && client.warnings === warnings && client.rooms === rooms) return;
  const isStored = await store.storeOutcome({
    client,
    now: { warnings, rooms, ...started },
    events: isStarted ? [] : [statusChanged(client, { status: 'STARTED' })],
  });
  if (isStored && client.status === 'ERROR') {
    log.info(logged(client), 'client recovered');
  }
}

/**
 * Records a poll that failed; returns how many have in a row, or undefined when it was not recorded because
 * the client was removed or has another configuration by now. An outage is logged once, when it begins; a
 * fault in a connector is logged with its cause.
 */
export async function recordFailure(
  { store, log }: RecordNeeds,
  client: ClientRow,
  { code, detail, cause }: Failure & { cause: unknown },
): Promise<number | undefined> {
  const { warnings, rooms } = client;
  const failures = client.failures + 1;
  const continues = client.status === 'ERROR' && client.errorCode === code;
  const isStored = await store.storeOutcome({
    client,
    now: {
      status: 'ERROR',
      errorCode: code,
      errorDetail: detail,
      errorSince: continues ? client.errorSince : new Date(),
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
  return failures;
}

/** What is logged of a client. */
export const logged = ({ id, developer, connectorType }: ClientRow) => ({
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
