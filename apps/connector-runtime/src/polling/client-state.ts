import {
  cause,
  clientStatus,
  failureCode,
  failureFacts,
  type ClientPause,
  type WebhookData,
} from '@trellis/contracts';
import type { Client } from '../generated/prisma/client.js';

/** Facts as they were stored; a newer version may know more causes. */
export const storedFacts = failureFacts.extend({ cause: cause.optional().catch(undefined) });

export const factsOf = ({ errorFacts }: Pick<Client, 'errorFacts'>) =>
  errorFacts === null ? {} : storedFacts.parse(JSON.parse(errorFacts));

type PauseColumns = Pick<Client, 'pausedSince' | 'pauseReason'>;

export const toPause = ({ pausedSince, pauseReason }: PauseColumns): { paused?: ClientPause } =>
  pausedSince
    ? { paused: { since: pausedSince.toISOString(), reason: pauseReason ?? undefined } }
    : {};

type StateColumns = PauseColumns &
  Pick<Client, 'status' | 'errorCode' | 'errorDetail' | 'errorFacts'>;

/** Returns the state of a client as its events have it. */
export function toState(
  client: StateColumns,
): Pick<WebhookData<'client_status_changed'>, 'status' | 'error' | 'paused'> {
  const { errorCode, errorDetail } = client;
  const error = errorCode !== null && {
    error: { code: failureCode.parse(errorCode), detail: errorDetail ?? '', ...factsOf(client) },
  };
  return { status: clientStatus.parse(client.status), ...error, ...toPause(client) };
}
