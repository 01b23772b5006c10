import type { ClientStatus, ClientWarning } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import type { Database } from '../database.js';
import type { Client, Prisma } from '../generated/prisma/client.js';
import type { Outbox, WebhookEvent } from '../outbox/outbox.js';
import type { Failure } from './failure.js';

/** The most warnings that are stored; more would say nothing new. */
const maxWarnings = 100;

export interface RecordNeeds {
  database: Database;
  outbox: Outbox;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Records a poll that succeeded. Writes only what changes, since most polls succeed. */
export async function recordSuccess(
  needs: RecordNeeds,
  client: Client,
  warnings: ClientWarning[],
): Promise<void> {
  const stored = warnings.length === 0 ? null : JSON.stringify(warnings.slice(0, maxWarnings));
  const isStarted = client.status === 'STARTED' && client.failures === 0;
  if (isStarted && client.warnings === stored) return;
  const started = {
    status: 'STARTED',
    errorCode: null,
    errorDetail: null,
    errorSince: null,
    failures: 0,
  };
  const isStored = await update(needs, client, {
    data: { ...(isStarted ? undefined : started), warnings: stored },
    events: isStarted ? [] : [statusChanged(client, { status: 'STARTED' })],
  });
  if (isStored && client.status === 'ERROR')
    needs.log.info({ client: client.id }, 'client recovered');
}

/**
 * Records a poll that failed; returns how many have in a row. An outage is logged once, when it begins;
 * a fault in a connector is logged with its cause.
 */
export async function recordFailure(
  needs: RecordNeeds,
  client: Client,
  { code, detail, cause }: Failure & { cause: unknown },
): Promise<number> {
  const failures = client.failures + 1;
  const continues = client.status === 'ERROR' && client.errorCode === code;
  const isStored = await update(needs, client, {
    data: {
      status: 'ERROR',
      errorCode: code,
      errorDetail: detail,
      errorSince: continues ? client.errorSince : new Date(),
      failures,
    },
    events: continues ? [] : [statusChanged(client, { status: 'ERROR', error: { code, detail } })],
  });
  if (isStored && !continues) {
    const err = code === 'connector_failed' ? cause : undefined;
    needs.log.warn(
      { client: client.id, type: client.connectorType, code, detail, err },
      'client fails',
    );
  }
  return failures;
}

/** Returns false, and tells no app, when the client was removed during the poll. */
async function update(
  { database, outbox }: RecordNeeds,
  { id }: Client,
  { data, events }: { data: Prisma.ClientUpdateManyMutationInput; events: WebhookEvent[] },
): Promise<boolean> {
  const { isStored, deliveries } = await database.$transaction(async (tx) => {
    const { count } = await tx.client.updateMany({ where: { id }, data });
    const isStored = count > 0;
    return { isStored, deliveries: isStored ? await outbox.add(tx, events) : [] };
  });
  await outbox.flush(deliveries);
  return isStored;
}

const statusChanged = (
  { id, developer, subject }: Client,
  now: { status: ClientStatus; error?: Failure },
): WebhookEvent => ({
  developer,
  type: 'client_status_changed',
  data: { client_id: id, subject, ...now },
});
