import type { ClientError, ClientStatus } from '@trellis/contracts';
import type { Client } from '../generated/prisma/client.js';
import type { Announcement, Runtime } from '../runtime.js';

/** Notes a poll that succeeded. Writes only what changes, since most polls succeed. */
export async function noteSuccess(runtime: Runtime, client: Client): Promise<void> {
  if (client.status === 'STARTED' && client.failures === 0) return;
  await runtime.announce([statusEvent(client, { status: 'STARTED' })], (db) =>
    db.client.updateMany({
      where: { id: client.id },
      data: {
        status: 'STARTED',
        errorCode: null,
        errorDetail: null,
        errorSince: null,
        failures: 0,
      },
    }),
  );
  if (client.status === 'ERROR') runtime.log.info({ client: client.id }, 'client recovered');
}

/**
 * Notes a poll that failed and answers how many have in a row. An outage is logged once, when it
 * begins; what went wrong in a connector itself is logged with its cause.
 */
export async function noteFailure(
  runtime: Runtime,
  client: Client,
  { code, detail, cause }: Pick<ClientError, 'code' | 'detail'> & { cause: unknown },
): Promise<number> {
  const { announce, log } = runtime;
  const failures = client.failures + 1;
  const goesOn = client.status === 'ERROR' && client.errorCode === code;
  const events = goesOn ? [] : [statusEvent(client, { status: 'ERROR', error: { code, detail } })];
  await announce(events, (db) =>
    db.client.updateMany({
      where: { id: client.id },
      data: {
        status: 'ERROR',
        errorCode: code,
        errorDetail: detail,
        errorSince: goesOn ? client.errorSince : new Date(),
        failures,
      },
    }),
  );
  if (!goesOn) {
    const err = code === 'connector_failed' ? cause : undefined;
    log.warn({ client: client.id, type: client.connectorType, code, detail, err }, 'client fails');
  }
  return failures;
}

const statusEvent = (
  { id, developer, subject }: Client,
  now: { status: ClientStatus; error?: Pick<ClientError, 'code' | 'detail'> },
): Announcement => ({
  developer,
  type: 'client_status_changed',
  data: { client_id: id, subject, ...now },
});
