import { Misconfigured, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { Problem, type ClientError } from '@trellis/contracts';
import { isForeignKeyViolation } from '@trellis/database';
import type { NextRun } from '@trellis/messaging';
import { needsAuthorization } from '../authorization/provider.js';
import { connectorOf } from '../descriptions/describe.js';
import { Crowded } from '../remote/lanes.js';
import { Throttled } from '../remote/rates.js';
import type { Runtime } from '../runtime.js';
import { openChecked } from '../secrets/configuration.js';
import { ask } from './ask.js';
import { hand } from './hand.js';
import { untilNextPoll, type PollData } from './schedule.js';
import { noteFailure, noteSuccess } from './status.js';

/** Polls one client: asks its connector, hands on what has changed, and keeps its status. */
export async function poll(runtime: Runtime, { client: id }: PollData): Promise<NextRun> {
  const client = await runtime.database.client.findUnique({
    where: { id },
    include: { instance: true },
  });
  if (!client) return 'ended';
  const connector = connectorOf(runtime.connectors, client.connectorType);
  // Polls begin when the end user has authorized the client.
  const untouched = client.status === 'STARTING' && client.tokens === null;
  if (needsAuthorization(connector) && untouched) return 'ended';
  const configuration = openChecked(runtime.sealing, connector.client.schema, client.configuration);
  const interval = Math.max(connector.interval(configuration), 1_000);
  try {
    const found = await ask(runtime, client);
    await hand(runtime, client, found);
    await noteSuccess(runtime, client);
    return { after: untilNextPoll(id, interval, 0) };
  } catch (error) {
    if (runtime.stopping.aborted) return { after: 0 };
    if (isRemoved(error)) return 'ended';
    // These say nothing about the remote technology: the status stays as it is.
    if (error instanceof Throttled) return { after: error.retryAfter ?? interval };
    if (error instanceof Crowded || error instanceof Problem) {
      return { after: untilNextPoll(id, interval, client.failures) };
    }
    const failures = await noteFailure(runtime, client, failureOf(error));
    const wished = error instanceof Unavailable ? (error.retryAfter ?? 0) : 0;
    return {
      after: Math.max(untilNextPoll(id, interval, failures), Math.min(wished, longestWish)),
    };
  }
}

/** So long a remote technology may ask to be left alone (ms). */
const longestWish = 24 * 60 * 60_000;

/** Whether the client was removed while it was being polled. */
const isRemoved = (error: unknown): boolean =>
  (error instanceof Problem && error.code === 'creator_removed') || isForeignKeyViolation(error);

/** What a connector's failure means for the client's status. */
function failureOf(error: unknown): Pick<ClientError, 'code' | 'detail'> & { cause: unknown } {
  const detail = error instanceof Error ? error.message : '';
  if (error instanceof Unavailable || error instanceof Rejected) {
    return { code: 'unavailable', detail, cause: error };
  }
  if (error instanceof Unauthorized)
    return { code: 'authorization_required', detail, cause: error };
  if (error instanceof Misconfigured) return { code: 'misconfigured', detail, cause: error };
  return { code: 'connector_failed', detail: 'The connector failed.', cause: error };
}
