import type { SharedBudget } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import { clientPaused } from '../clients/visible.js';
import type { Interaction, Mapping } from '../generated/prisma/client.js';
import type { Performed } from '../isolation/device-request.js';
import { performOrIsolate } from '../isolation/perform.js';
import { healthOf } from '../limits/bulkhead.js';
import { about, clientSubject } from '../log-subject.js';
import { openSession, type SessionNeeds } from '../session.js';
import { markWritten } from '../polling/store.sql.js';
import type { Runtime } from '../runtime.js';

export type RequestNeeds = SessionNeeds &
  StoreWrittenNeeds &
  Pick<Runtime, 'bulkhead' | 'isolation'>;

/** A write or an action of a connector client's thing. */
interface ConnectorRequest extends Pick<Interaction, 'thing' | 'operation' | 'name'> {
  clientId: string;
  input: unknown;
}

/** Writes a property or invokes an action through the client's connector; returns the output. */
export async function requestConnector(
  needs: RequestNeeds,
  { clientId, thing, operation, name, input }: ConnectorRequest,
): Promise<unknown> {
  const { database, bulkhead, isolation, tracing } = needs;
  const session = await openSession(needs, { id: clientId });
  const mapping =
    session && (await database.mapping.findFirst({ where: { clientKey: session.row.key, thing } }));
  if (!mapping) throw new Problem('not_found', 'The thing is gone.');
  if (session.row.pausedSince) throw clientPaused();
  const { row: client, connector, contextUntil } = session;
  const device = { device: mapping.entity, handle: mapping.handle ?? undefined };
  const { developer, instance } = client;
  const origin = { developer, group: instance.id, health: healthOf(client) };
  const request = { ...device, operation, name, input };
  const { isolation: level } = client;
  const performUntil = (signal: AbortSignal): Promise<Performed> => {
    const contextWith = (effort?: SharedBudget) => contextUntil(signal, effort);
    return performOrIsolate(isolation, connector, contextWith, { developer, level }, request);
  };
  tracing?.annotate({
    'trellis.developer': developer,
    'trellis.connector_type': client.connectorType,
  });
  const { output, isReadable } = await about(clientSubject(client), () =>
    bulkhead.run(origin, (signal) =>
      tracing
        ? tracing.span(`${operation} ${connector.typeId}`, {}, () => performUntil(signal))
        : performUntil(signal),
    ),
  );
  if (isReadable) await storeWritten(needs, { developer, mapping, property: name, value: input });
  return output;
}

type StoreWrittenNeeds = Pick<Runtime, 'pool' | 'units'>;

/** A value that a remote technology has accepted. */
interface WrittenValue {
  developer: string;
  mapping: Pick<Mapping, 'clientKey' | 'entity' | 'thing'>;
  property: string;
  value: unknown;
}

/**
 * Stores a written value, so that a caller reads it once the write has succeeded. Polls that started earlier cannot
 * replace it. The next poll corrects it if the device did not apply it, and stores it if this fails.
 */
async function storeWritten(
  { pool, units }: StoreWrittenNeeds,
  { developer, mapping: { clientKey, entity, thing }, property, value }: WrittenValue,
): Promise<void> {
  try {
    const [written] = await query(pool, markWritten, [clientKey, entity]);
    if (!written) return;
    await units('things.write', {
      caller: { developer },
      id: thing,
      values: { [property]: value },
      accepted: written.polled.toISOString(),
    });
  } catch {
    // The write itself has succeeded.
  }
}
