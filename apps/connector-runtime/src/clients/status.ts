import {
  clientConnection,
  clientError,
  clientStatus,
  clientWarning,
  type ClientError,
  type ClientWarning,
  type ConnectorClient,
  type Remedy,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Client } from '../generated/prisma/client.js';
import { gracePeriodMs } from '../polling/missing-devices.js';
import type { ClientStateRow } from './read.sql.js';

/**
 * What the developer can do about a failure of a client: where no end user grants access, the credentials that were
 * refused are in the configuration.
 */
export function remedyOf(
  code: ClientError['code'],
  { endUserGrants }: { endUserGrants: boolean },
): Remedy | undefined {
  if (code === 'unavailable') return 'retry';
  if (code === 'misconfigured') return 'fix-configuration';
  if (code === 'authorization_required') return endUserGrants ? 'reauthorize' : 'fix-configuration';
  return undefined;
}

const storedWarnings = z.array(clientWarning);

type ErrorColumns = Pick<Client, 'errorCode' | 'errorDetail' | 'errorSince'>;

/** How a client shows the outcome of its polls. */
export function toStatus(
  client: ErrorColumns &
    Pick<Client, 'status' | 'warnings'> &
    Pick<ClientStateRow, 'connection' | 'silent' | 'sweep'>,
  granting: { endUserGrants: boolean },
): Pick<ConnectorClient, 'status' | 'error' | 'warnings'> {
  const error = toError(client, granting);
  return {
    status: clientStatus.parse(client.status),
    ...(error && { error }),
    warnings: [
      ...(client.warnings === null ? [] : storedWarnings.parse(JSON.parse(client.warnings))),
      ...floodWarnings(client),
      ...listenerWarnings(client),
      ...silenceWarnings(client),
      ...sweepWarnings(client),
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

/** A client that moves to another worker has one again within half a minute. */
const vacantAfterMs = 60_000;

/** Each worker has as many listeners as it may, of all clients or of those of the developer; or none listens. */
function listenerWarnings({ connection }: Pick<ClientStateRow, 'connection'>): ClientWarning[] {
  if (!connection || connection.isLeased) return [];
  const since = new Date(connection.until);
  if (Date.now() - since.getTime() < vacantAfterMs) return [];
  const detail =
    `Since ${since.toISOString()} nobody listens for the client: it is only polled. No process has room for it, or ` +
    'for another one of this developer (LISTENERS_PER_WORKER, LISTENERS_PER_DEVELOPER).';
  return [{ code: 'only_polled', detail }];
}

const silenceWarnings = ({ silent }: Pick<ClientStateRow, 'silent'>): ClientWarning[] =>
  silent === 0
    ? []
    : [{ code: 'no_values', detail: `Devices of which no value is known: ${silent}.` }];

function sweepWarnings({ sweep }: Pick<ClientStateRow, 'sweep'>): ClientWarning[] {
  if (!sweep) return [];
  const { found, missing, waits } = sweep;
  const since = new Date(sweep.since);
  const accepted = waits ? null : new Date(since.getTime() + gracePeriodMs).toISOString();
  const until = accepted === null ? 'that is accepted' : `that is accepted, or ${accepted}`;
  return [
    {
      code: 'sweep_held',
      detail:
        `Of ${found + missing} devices ${missing} are missing since ${since.toISOString()}. ` +
        `They are not marked as vanished until ${until}.`,
      sweep: { missing, found, since: since.toISOString(), accepted_from: accepted },
    },
  ];
}

/** The connection on which a client is listened for; none where it is only polled. */
export function toConnection({
  connection,
}: Pick<ClientStateRow, 'connection'>): Pick<ConnectorClient, 'connection'> {
  if (!connection) return {};
  const { state, since, isLeased, until } = connection;
  // A worker that was killed could not say that its connections ended.
  const now = isLeased ? { state, since } : { state: 'disconnected', since: until };
  return {
    connection: {
      state: clientConnection.shape.state.parse(now.state),
      since: new Date(now.since).toISOString(),
    },
  };
}

function toError(
  { errorCode, errorDetail, errorSince }: ErrorColumns,
  granting: { endUserGrants: boolean },
): ClientError | undefined {
  if (!errorCode || !errorSince) return undefined;
  const code = clientError.shape.code.parse(errorCode);
  const remedy = remedyOf(code, granting);
  return {
    code,
    detail: errorDetail ?? '',
    since: errorSince.toISOString(),
    ...(remedy && { remedy }),
  };
}
