import { AnotherDevice, withConnections, type SharedBudget } from '@trellis/connector-sdk';
import { Problem, type OperationRequest, type Requester } from '@trellis/contracts';
import { isDebuggedAt, recordWork, startedBy } from '../activity/record.js';
import { clientPaused } from '../clients/visible.js';
import type { Interaction } from '../generated/prisma/client.js';
import { secretsOf, valuesOf, type Performed } from '../isolation/device-request.js';
import { performOrIsolate } from '../isolation/perform.js';
import { healthOf } from '../limits/bulkhead.js';
import { about, clientSubject } from '../log-subject.js';
import { configurationOf } from '../listening/offers.js';
import { sessionOf, type SessionNeeds } from '../session.js';
import { toClientRow } from '../polling/read.js';
import { keysNamed } from '../polling/names.js';
import type { Runtime } from '../runtime.js';
import { withTargets, type TargetNeeds } from './targets.js';
import { problemFailure } from './problem.js';
import type { OpenConnections } from './open-connections.js';
import type { ReadTarget } from './claim.js';

export type RequestNeeds = SessionNeeds &
  TargetNeeds &
  Pick<Runtime, 'bulkhead' | 'isolation'> & {
    openConnections: OpenConnections;
    readTarget: ReadTarget;
  };

/** A write or an action of a connector client's thing. */
interface ConnectorRequest extends Pick<
  Interaction,
  'id' | 'thing' | 'operation' | 'name' | 'idempotent'
> {
  clientId: string;
  input: unknown;
  transitionMs?: number | null;
  queueUntil?: Date | null;
  requester?: Requester | null;
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
  const { id, clientId, thing, operation, name, input, queueUntil, requester } = interaction;
  const transitionMs = interaction.transitionMs ?? undefined;
  const { bulkhead, isolation, openConnections, tracing } = needs;
  const target = await needs.readTarget({ client: clientId, thing });
  if (!target) throw new Problem('not_found', 'The thing is gone.');
  const { device, handle, names, isUnavailable, worker, memory, ...columns } = target;
  const session = sessionOf(needs, toClientRow(columns), memory);
  const { pausedSince, errorCode, errorDetail } = session.row;
  if (pausedSince) throw clientPaused();
  // Writes to a device do not always say which one it is.
  if (errorCode === 'another_device') throw new AnotherDevice(errorDetail ?? '');
  const { row: client, connector, contextUntil } = session;
  const { developer, instance } = client;
  const origin = { developer, group: instance.id, health: healthOf(client) };
  const values = operation === 'invokeaction' ? undefined : valuesOf(interaction, input);
  const keys = values
    ? keysNamed(names, 'property', Object.keys(values))
    : keysNamed(names, 'action', [name!]);
  const reference = { device, handle: handle ?? undefined, isUnavailable, keys };
  const request = values
    ? { values, transitionMs, ...reference }
    : { action: name!, input, ...reference };
  secretsOf(request).forEach(session.recording.addSecret);
  const { isolation: level } = client;
  const configuration = configurationOf(client);
  const isDebugged = isDebuggedAt(client, needs.clock.now());
  const others: OperationRequest[] = [];
  const performUntil = async (signal: AbortSignal): Promise<Performed> => {
    const performed = await openConnections.perform(
      {
        client: client.id,
        developer,
        worker,
        configuration,
        isRepeatable: isRepeatable(interaction),
        request,
        isDebugged,
        onRequests: (requests) => void others.push(...requests),
      },
      signal,
    );
    if (performed) return performed;
    signal.throwIfAborted();
    return withConnections((connections) => {
      const contextWith = (effort?: SharedBudget) => contextUntil(signal, effort, connections);
      const options = { developer, level, isDebugged };
      return performOrIsolate(isolation, connector, contextWith, options, request);
    });
  };
  tracing?.annotate({
    'trellis.developer': developer,
    'trellis.connector_type': client.connectorType,
  });
  const performRequest = () =>
    about(clientSubject(client), () =>
      bulkhead.run(origin, (signal) =>
        tracing
          ? tracing.span(`${operation} ${connector.typeId}`, {}, () => performUntil(signal))
          : performUntil(signal),
      ),
    );
  const recorded = {
    kind: values ? 'write' : 'action',
    startedBy: startedBy(requester),
    thing,
    name: name ?? Object.keys(values ?? {}).join(', '),
    others,
    failureOf: problemFailure,
  } as const;
  const performAndRecord = () => recordWork(needs, session, recorded, performRequest);
  const { key } = client;
  const { output } = values
    ? await withTargets(
        needs,
        { developer, key, device, thing, id, values, transitionMs, queueUntil, requester },
        performAndRecord,
      )
    : await performAndRecord();
  return { output, isListened: worker !== null };
}
