import { startScheduleWorker, type Broker, type NextRun, type RpcClient } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { UnitsContract } from '@trellis/contracts';
import { v5 as uuidFrom } from 'uuid';
import type { Database } from '../database.js';
import type { Subscription } from '../generated/prisma/client.js';
import { createBulkhead, type Bulkhead } from '../limits/bulkhead.js';
import { webhookBulkheadSize } from '../limits/bulkhead-options.js';
import { judgeAttempt, type Outcome } from '../webhooks/outcome.js';
import { postSigned, responseTimeoutMs, toPostFailure, type PostNeeds } from '../webhooks/post.js';
import { signWith } from '../webhooks/sign.js';
import { missedMessage, toMessage, type Message } from './message.js';
import { subscriptionSchedule, type SubscriptionData } from './schedule.js';

interface Needs extends PostNeeds {
  database: Database;
  units: RpcClient<UnitsContract>;
  bulkhead: Bulkhead;
}

/** How many subscriptions a process works on at once; it waits for them more than it works. */
const concurrency = 200;

/** For how long one run sends messages (ms), so that subscriptions take turns. */
const maxRunMs = 30_000;

/** How long a subscription of which nothing is heard rests, since hints may be lost (ms). */
const idleMs = 30_000;

/** How long to wait while transactions under way hold events back (ms). */
const pendingMs = 50;

/** The delays between attempts (ms). */
const backoff = { firstMs: 5_000, maxMs: 60 * 60_000 };

/** Sends the messages of subscriptions until the broker is closed. */
export function startSubscriptionWorker(
  broker: Broker,
  needs: Omit<Needs, 'bulkhead'> & {
    stopping: AbortSignal;
    log: Pick<Logger, 'warn' | 'error'>;
  },
): void {
  const { log, stopping } = needs;
  const timeoutMs = responseTimeoutMs;
  const bulkhead = createBulkhead({ ...webhookBulkheadSize, timeoutMs, stopping });
  startScheduleWorker(broker, subscriptionSchedule, {
    run: (data) => sendMatching({ ...needs, bulkhead }, data),
    concurrency,
    onFailure: (error, subscription) =>
      log.warn({ err: error, subscription }, 'a subscription was held up'),
    retryMs: 1_000,
    async onSetAside(data) {
      log.error(data, 'subscription set aside: it stopped the service three times in a row');
    },
  });
}

/** It is gone, or another worker was faster: the next run finds out. */
const lost: NextRun = { afterMs: 1_000 };

/** A subscription with an address. */
type Delivered = Subscription & { url: string; secret: string; cursor: string };

const isDelivered = (row: Subscription | null): row is Delivered =>
  row !== null && row.url !== null && !row.stopped;

/**
 * Sends what matches, one message after another. The position is stored after each: a message that was sent before a
 * crash is sent again under the same id, if that could not be recorded. One that is not accepted is sent again with
 * growing delays, and holds up what follows, so that nothing is skipped.
 */
export async function sendMatching(
  needs: Needs,
  { subscription: id }: SubscriptionData,
): Promise<NextRun> {
  const row = await needs.database.subscription.findUnique({ where: { id } });
  if (!isDelivered(row)) return 'ended';
  const waitMs = (row.nextAttempt?.getTime() ?? 0) - Date.now();
  if (waitMs > 0) return { afterMs: waitMs };
  const { developer, subject, match, cursor: after } = row;
  const caller = { developer, ...(subject !== null && { subject }) };
  const question = { caller, match: JSON.parse(match) as never, after };
  const { events, cursor, more, missed } = await needs.units('events.match', question);
  const messages = events.map((event) => ({ at: event.cursor, message: toMessage(id, event) }));
  if (missed) messages.unshift({ at: cursor, message: missedMessage(id, cursor) });
  const startedAt = performance.now();
  let last = row;
  for (const message of messages) {
    const next = await sendOne(needs, last, message);
    if ('stop' in next) return next.stop;
    last = next.row;
    if (performance.now() - startedAt > maxRunMs) return { afterMs: 0 };
  }
  if (cursor !== last.cursor && !(await advance(needs, last, cursor))) return lost;
  if (more) return { afterMs: events.length > 0 ? 0 : pendingMs };
  return { afterMs: idleMs };
}

/** Sends one message; says where the subscription is then, or when it goes on. */
async function sendOne(
  needs: Needs,
  row: Delivered,
  { at, message }: { at: string; message: Message },
): Promise<{ row: Delivered } | { stop: NextRun }> {
  const outcome = await attempt(needs, row, { id: uuidFrom(at, row.id), body: message });
  if (outcome.status === 'delivered') {
    const isMine = await advance(needs, row, at);
    if (!isMine) return { stop: lost };
    return { row: { ...row, cursor: at, attempts: 0, error: null, failingSince: null } };
  }
  const attempts = row.attempts + 1;
  const stopped = outcome.status === 'failed';
  const afterMs = Math.min(backoff.firstMs * 2 ** (attempts - 1), backoff.maxMs);
  await needs.database.subscription.updateMany({
    where: { key: row.key, cursor: row.cursor },
    data: {
      attempts,
      stopped,
      failingSince: row.failingSince ?? new Date(),
      error: outcome.error ?? null,
      nextAttempt: stopped ? null : new Date(Date.now() + afterMs),
    },
  });
  return { stop: stopped ? 'ended' : { afterMs } };
}

/** Stores how far a subscription is; `false` when it is gone, or another worker was faster. */
async function advance(
  { database }: Pick<Needs, 'database'>,
  { key, cursor }: Delivered,
  to: string,
): Promise<boolean> {
  const accepted = { attempts: 0, error: null, failingSince: null, nextAttempt: null };
  const { count } = await database.subscription.updateMany({
    where: { key, cursor },
    data: { cursor: to, ...accepted },
  });
  return count > 0;
}

async function attempt(
  needs: Needs,
  { id: subscription, developer, url, secret, attempts }: Delivered,
  message: { id: string; body: Message },
): Promise<Outcome> {
  const binding = { purpose: 'subscriptions.secret', developer, id: subscription } as const;
  const body = JSON.stringify(message.body);
  const health = attempts > 0 ? 'failing' : 'healthy';
  const event = { interactionId: null, idempotent: true, created: new Date() };
  try {
    const signature = signWith([String(needs.sealing.open(binding, secret))], { ...message, body });
    const signed = { developer, url, headers: signature, body };
    const origin = { developer, group: subscription, health } as const;
    const response = await needs.bulkhead.run(origin, (signal) =>
      postSigned(needs, signed, signal),
    );
    return judgeAttempt(event, { response }, { isLast: false });
  } catch (error) {
    return judgeAttempt(event, { failure: toPostFailure(error) }, { isLast: false });
  }
}
