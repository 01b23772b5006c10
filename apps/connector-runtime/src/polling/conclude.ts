import { query } from '@trellis/database';
import type { NextRun } from '@trellis/messaging';
import type { Pool } from 'pg';
import type { ActivityCounter } from '../accounts/count-activity.js';
import type { RuntimeMetrics } from '../metrics.js';
import type { Session, SessionNeeds } from '../session.js';
import { toFailure } from './failure.js';
import { delays, outcomes, type PollResult } from './outcomes.js';
import type { PolledClient } from './read.js';
import type { HookState } from './read.sql.js';
import { recordFailure, recordRemoval, type RecordNeeds } from './record.js';
import { intervalOf, slowIntervalMs } from './schedule.js';
import { addListeners, removeListeners } from './store.sql.js';

export interface ConcludeNeeds extends SessionNeeds, RecordNeeds {
  pool: Pool;
  metrics: Pick<RuntimeMetrics, 'record'>;
  activity: ActivityCounter;
  /** Registers an address at which the vendor reports changes, if it can; never rejects. */
  renewRegistration(session: Session, hook: HookState | null): Promise<void>;
}

interface EndedPoll {
  client: PolledClient;
  session: Session;
  /** Whether the poll published everything, not only what had changed. */
  publishAll: boolean;
  result: PollResult;
  durationMs: number;
  latenessMs: number;
}

/** Measures and records a poll as its row of {@link outcomes} says, and returns when the next one runs. */
export async function conclude(needs: ConcludeNeeds, poll: EndedPoll): Promise<NextRun> {
  const { client, result } = poll;
  const outcome = outcomes[result.class];
  const error = 'error' in result ? result.error : undefined;
  measure(needs, poll);
  let { next } = outcome;
  let { failures } = client.row;
  let publishAll = outcome.publishAll || (poll.publishAll && result.class !== 'succeeded');
  switch (outcome.record) {
    case 'success':
      await followUp(needs, poll);
      break;
    case 'failure': {
      const failure = { ...toFailure(error), cause: error, isUnpublished: poll.publishAll };
      const recorded = await recordFailure(needs, client.row, failure);
      failures = recorded?.failures ?? failures;
      publishAll ||= recorded?.isPublished === false;
      if (!recorded) next = 'soon';
      break;
    }
    case 'removal':
      await recordRemoval(needs.database, client.row);
      break;
    case 'fault':
      throw error;
  }
  if (next === 'never') return 'ended';
  const intervalMs = pollIntervalMs(poll);
  const afterMs = delays[next]({ client: client.row.id, intervalMs, failures, error });
  return publishAll ? { afterMs, isUnfinished: true } : { afterMs };
}

function measure(
  { metrics, tracing, activity }: ConcludeNeeds,
  { client: { row }, result, durationMs, latenessMs }: EndedPoll,
): void {
  const { metric, isActivity } = outcomes[result.class];
  const name = typeof metric === 'string' ? metric : metric('error' in result && result.error);
  metrics.record('trellis_poll_duration_seconds', durationMs / 1_000, row.connectorType, name);
  tracing?.annotate({ 'trellis.poll.outcome': name });
  const isFailed = result.class !== 'succeeded';
  if (isActivity) activity.addPoll(row.developer, { isFailed, latenessMs });
}

/** Starts or stops listening after a successful poll, and renews the registration at the vendor. */
async function followUp(
  needs: ConcludeNeeds,
  { client, session, result }: EndedPoll,
): Promise<void> {
  const { connector } = session;
  const isListenedFor =
    connector.listen !== undefined &&
    (connector.listens?.(session.client) ?? true) &&
    (result.class !== 'succeeded' || result.discovery.listenCoverage !== 'none');
  await ensureListener(needs.pool, client, isListenedFor);
  await needs.renewRegistration(session, client.hook);
}

/** Adds or removes a client's listener, unless that is done. Some worker follows within seconds. */
export async function ensureListener(
  pool: Pool,
  { row, listener }: Pick<PolledClient, 'row' | 'listener'>,
  isListenedFor: boolean,
): Promise<void> {
  if (isListenedFor === (listener !== null)) return;
  const change = isListenedFor ? addListeners : removeListeners;
  // The next poll repeats what cannot be stored now.
  await query(pool, change, [[row.key]]).catch(() => undefined);
}

/** Returns how often a client is polled (ms): rarely while a connected listener reports everything. */
function pollIntervalMs({ client, session, result }: EndedPoll): number {
  const intervalMs = intervalOf(session.client);
  const isCovered =
    result.class === 'succeeded' &&
    client.listener?.isConnected === true &&
    result.discovery.listenCoverage !== 'part';
  return isCovered ? Math.max(intervalMs, slowIntervalMs) : intervalMs;
}
