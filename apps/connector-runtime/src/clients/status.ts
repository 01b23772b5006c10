import {
  clientConnection,
  clientError,
  clientStatus,
  clientWarning,
  rowOf,
  type ClientError,
  type ClientWarning,
  type ConnectorClient,
  type Remedy,
  type ListedClient,
} from '@trellis/contracts';
import type { JobTimes } from '@trellis/messaging';
import { z } from 'zod';
import type { Client } from '../generated/prisma/client.js';
import { withAdvice } from '../polling/failure.js';
import { gracePeriodMs } from '../polling/missing-devices.js';
import type { Runtime } from '../runtime.js';
import type { ClientStateRow, ClientReadRow } from './read.sql.js';
import { factsOf, storedFacts, toPause } from '../polling/client-state.js';

/**
 * Returns what the developer can do about a failure. When no end user grants access, the refused credentials are in
 * the configuration.
 */
export function remedyOf(
  { code, cause }: Pick<ClientError, 'code' | 'cause'>,
  { endUserGrants }: { endUserGrants: boolean },
): Remedy | undefined {
  if (cause !== undefined) {
    const { remedy } = rowOf(cause);
    return remedy === 'reauthorize' && !endUserGrants ? 'fix-configuration' : remedy;
  }
  if (code === 'unavailable') return 'retry';
  if (code === 'misconfigured' || code === 'another_device') return 'fix-configuration';
  if (code === 'authorization_required') return endUserGrants ? 'reauthorize' : 'fix-configuration';
  return undefined;
}

const storedWarnings = z.array(clientWarning.extend(storedFacts.shape));

type ErrorColumns = Pick<Client, 'errorCode' | 'errorDetail' | 'errorSince' | 'errorFacts'>;

export function toStatus(
  client: ErrorColumns &
    Pick<Client, 'status' | 'warnings'> &
    Pick<ClientStateRow, 'connection' | 'silent' | 'missing'>,
  granting: { endUserGrants: boolean },
): Pick<ConnectorClient, 'status' | 'error' | 'warnings'> {
  const error = toError(client, granting);
  return {
    status: clientStatus.parse(client.status),
    error,
    warnings: [
      ...(client.warnings === null ? [] : storedWarnings.parse(JSON.parse(client.warnings))).map(
        withAdvice,
      ),
      ...floodWarnings(client),
      ...listenerWarnings(client),
      ...silenceWarnings(client),
      ...missingWarnings(client),
    ],
  };
}

const floodWarnings = ({ connection }: Pick<ClientStateRow, 'connection'>): ClientWarning[] =>
  (connection?.isLeased ? (connection.flooding ?? []) : []).map((device) => ({
    code: 'flooding',
    detail:
      'The device reports more often than 10 times a second. Its latest values are stored every 10 seconds, ' +
      'and events beyond that are dropped.',
    connector_thing_id: device,
  }));

/** A client that moves between workers has a listener again within half a minute. */
const vacantAfterMs = 60_000;

/** Warns when a client has had no listener for a while, because all workers are full or none listens. */
function listenerWarnings({ connection }: Pick<ClientStateRow, 'connection'>): ClientWarning[] {
  if (!connection || connection.isLeased) return [];
  const since = new Date(connection.until);
  if (Date.now() - since.getTime() < vacantAfterMs) return [];
  const detail =
    `Since ${since.toISOString()} the client has had no listener and is only polled. No process has room for it, ` +
    'or for another client of this developer (LISTENERS_PER_WORKER, LISTENERS_PER_DEVELOPER).';
  return [{ code: 'only_polled', detail }];
}

const silenceWarnings = ({ silent }: Pick<ClientStateRow, 'silent'>): ClientWarning[] =>
  silent === 0
    ? []
    : [
        {
          code: 'no_values',
          detail:
            `Devices without any known value: ${silent}. If that lasts, check that they report at all, and that the ` +
            'account or user of the client may read it, such as by the access control list of an MQTT broker.',
        },
      ];

function missingWarnings({ missing: devices }: Pick<ClientStateRow, 'missing'>): ClientWarning[] {
  if (!devices) return [];
  const { found, missing, waits } = devices;
  const since = new Date(devices.since);
  const accepted = waits ? null : new Date(since.getTime() + gracePeriodMs).toISOString();
  const until = accepted === null ? 'that is accepted' : `that is accepted, or ${accepted}`;
  return [
    {
      code: 'sweep_held',
      detail:
        `Of ${found + missing} devices, ${missing} have been missing since ${since.toISOString()}. ` +
        `They are not marked as vanished until ${until}.`,
      sweep: { missing, found, since: since.toISOString(), accepted_from: accepted },
    },
  ];
}

/** Returns the state of a client's listener, or of its agent while this is away; nothing for one that is only polled. */
export function toConnection({
  connection,
  via,
  agent,
  errorSince,
}: Pick<ClientStateRow, 'connection' | 'via' | 'agent' | 'errorSince'>): Pick<
  ConnectorClient,
  'connection'
> {
  if (via !== null && !agent?.isOnline) {
    // Nothing is left of an agent that was removed.
    const since = new Date(agent?.since ?? errorSince ?? Date.now()).toISOString();
    return { connection: { state: 'agent_offline', since } };
  }
  if (!connection) return {};
  const { state, since, isLeased, until } = connection;
  // A killed worker could not store that its connections ended.
  const now = isLeased ? { state, since } : { state: 'disconnected', since: until };
  return {
    connection: {
      state: clientConnection.shape.state.parse(now.state),
      since: new Date(now.since).toISOString(),
    },
  };
}

function toError(
  { errorCode, errorDetail, errorSince, errorFacts }: ErrorColumns,
  granting: { endUserGrants: boolean },
): ClientError | undefined {
  if (!errorCode || !errorSince) return undefined;
  const code = clientError.shape.code.parse(errorCode);
  const facts = factsOf({ errorFacts });
  return Object.assign(
    {
      code,
      detail: errorDetail ?? '',
      since: errorSince.toISOString(),
      remedy: remedyOf({ code, cause: facts.cause }, granting),
    },
    withAdvice(facts),
  );
}

type RequestedRemoval = NonNullable<ClientReadRow['removal']>;

/** Returns the progress of a client's removal, if one was requested. */
export function toRemoval(
  { removal, mappings }: Pick<ClientReadRow, 'removal' | 'mappings'>,
  { nextRun }: JobTimes = {},
): Pick<ConnectorClient, 'removal'> {
  if (!removal) return {};
  return {
    removal: {
      ...toRemovalState(removal),
      things_left: removal.things_removed ? 0 : mappings.length,
      next_attempt: nextRun?.toISOString() ?? null,
    },
  };
}

export const toRemovalState = ({
  since,
  attempts,
  code,
  detail,
  failed,
}: RequestedRemoval): NonNullable<ListedClient['removal']> => ({
  since: new Date(since).toISOString(),
  attempts,
  last_error:
    code === null || failed === null
      ? undefined
      : { code, detail: detail ?? '', at: new Date(failed).toISOString() },
});

/** Reads when jobs run from the queue. While it is away, clients are shown without these times. */
export async function readTimes(
  jobs: Pick<Runtime['polls'], 'readTimes'>,
  clients: Pick<ClientStateRow, 'id'>[],
): Promise<Map<string, JobTimes>> {
  if (clients.length === 0) return new Map();
  return jobs.readTimes(clients.map(({ id }) => id)).catch(() => new Map());
}

const secondsUntil = (time: Date): number =>
  Math.max(0, Math.ceil((time.getTime() - Date.now()) / 1_000));

/** Returns when a client is polled. A paused client has a schedule, but its runs are not polls. */
export function toPolls(
  {
    pausedSince,
    pauseReason,
    failures,
  }: Pick<ClientStateRow, 'pausedSince' | 'pauseReason' | 'failures'>,
  { lastRun, nextRun }: JobTimes = {},
): Pick<ConnectorClient, 'last_polled' | 'next_poll' | 'failures' | 'retry_in' | 'paused'> {
  if (!pausedSince) {
    return {
      last_polled: lastRun?.toISOString() ?? null,
      next_poll: nextRun?.toISOString() ?? null,
      ...(failures > 0 && { failures }),
      ...(failures > 0 && nextRun && { retry_in: secondsUntil(nextRun) }),
    };
  }
  return { last_polled: null, next_poll: null, ...toPause({ pausedSince, pauseReason }) };
}
