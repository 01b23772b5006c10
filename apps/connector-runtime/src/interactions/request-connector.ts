import type { SharedBudget } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import { clientPaused } from '../clients/visible.js';
import type { Interaction } from '../generated/prisma/client.js';
import { valuesOf, type Performed } from '../isolation/device-request.js';
import { performOrIsolate } from '../isolation/perform.js';
import { healthOf } from '../limits/bulkhead.js';
import { about, clientSubject } from '../log-subject.js';
import { configurationOf } from '../listening/offers.js';
import { sessionOf, type SessionNeeds } from '../session.js';
import { toClientRow } from '../polling/read.js';
import { keysNamed } from '../polling/names.js';
import { markWritten } from '../polling/store.sql.js';
import type { Runtime } from '../runtime.js';
import type { OpenConnections } from './open-connections.js';
import type { ReadTarget } from './claim.js';

export type RequestNeeds = SessionNeeds &
  StoreWrittenNeeds &
  Pick<Runtime, 'bulkhead' | 'isolation'> & {
    openConnections: OpenConnections;
    readTarget: ReadTarget;
  };

/** A write or an action of a connector client's thing. */
interface ConnectorRequest extends Pick<
  Interaction,
  'thing' | 'operation' | 'name' | 'idempotent'
> {
  clientId: string;
  input: unknown;
}

/** Returns whether a request may reach its device twice: writing a value again changes nothing. */
export const isRepeatable = ({
  operation,
  idempotent,
}: Pick<Interaction, 'operation' | 'idempotent'>): boolean =>
  idempotent || operation !== 'invokeaction';

interface Requested {
  output: unknown;
  /** Whether a listener is connected, which reports what has changed. */
  isListened: boolean;
}

/** Writes properties or invokes an action through the client's connector. */
export async function requestConnector(
  needs: RequestNeeds,
  interaction: ConnectorRequest,
): Promise<Requested> {
  const { clientId, thing, operation, name, input } = interaction;
  const { bulkhead, isolation, openConnections, tracing } = needs;
  const target = await needs.readTarget({ client: clientId, thing });
  if (!target) throw new Problem('not_found', 'The thing is gone.');
  const { device, handle, names, isUnavailable, worker, memory, ...columns } = target;
  const session = sessionOf(needs, toClientRow(columns), memory);
  if (session.row.pausedSince) throw clientPaused();
  const { row: client, connector, contextUntil } = session;
  const { developer, instance } = client;
  const origin = { developer, group: instance.id, health: healthOf(client) };
  const values = operation === 'invokeaction' ? undefined : valuesOf(interaction, input);
  const keys = values
    ? keysNamed(names, 'property', Object.keys(values))
    : keysNamed(names, 'action', [name!]);
  const reference = { device, handle: handle ?? undefined, isUnavailable, keys };
  const request = values ? { values, ...reference } : { action: name!, input, ...reference };
  const { isolation: level } = client;
  const configuration = configurationOf(client);
  const performUntil = async (signal: AbortSignal): Promise<Performed> => {
    const performed = await openConnections.perform(
      {
        client: client.id,
        developer,
        worker,
        configuration,
        isRepeatable: isRepeatable(interaction),
        request,
      },
      signal,
    );
    if (performed) return performed;
    signal.throwIfAborted();
    const contextWith = (effort?: SharedBudget) => contextUntil(signal, effort);
    return performOrIsolate(isolation, connector, contextWith, { developer, level }, request);
  };
  tracing?.annotate({
    'trellis.developer': developer,
    'trellis.connector_type': client.connectorType,
  });
  const { output, written } = await about(clientSubject(client), () =>
    bulkhead.run(origin, (signal) =>
      tracing
        ? tracing.span(`${operation} ${connector.typeId}`, {}, () => performUntil(signal))
        : performUntil(signal),
    ),
  );
  if (values && written && written.length > 0) {
    const { key } = client;
    const accepted = Object.fromEntries(written.map((one) => [one, values[one]]));
    await storeWritten(needs, { developer, key, device, thing, values: accepted });
  }
  return { output, isListened: worker !== null };
}

type StoreWrittenNeeds = Pick<Runtime, 'pool' | 'units'>;

/** Values that a remote technology has accepted. */
interface WrittenValues {
  developer: string;
  key: bigint;
  device: string;
  thing: string;
  values: Record<string, unknown>;
}

/**
 * Stores written values, so that a caller reads them once the write has succeeded. Polls that started earlier cannot
 * replace them. The next poll corrects them if the device did not apply them, and stores them if this fails.
 */
async function storeWritten(
  { pool, units }: StoreWrittenNeeds,
  { developer, key, device, thing, values }: WrittenValues,
): Promise<void> {
  try {
    const [written] = await query(pool, markWritten, [key, device]);
    if (!written) return;
    await units('things.write', {
      caller: { developer },
      id: thing,
      values,
      accepted: written.polled.toISOString(),
    });
  } catch {
    // The write itself has succeeded.
  }
}
