import { parseEventCursor, eventMatch, Problem } from '@trellis/contracts';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { v5 as uuidFrom } from 'uuid';
import type { Subscription } from '../../generated/prisma/client.js';
import { createBulkhead, Overloaded } from '../../limits/bulkhead.js';
import { jobConcurrency, webhookBulkheadSize } from '../../limits/bulkhead-sizes.js';
import { about, subjectOf } from '../../log-subject.js';
import { subscriptionSchedule } from '../../queues.js';
import type { Runtime } from '../../runtime.js';
import { judgeAttempt, type Outcome } from '../outcome.js';
import { postSigned, responseTimeoutMs, toPostFailure, type PostNeeds } from '../post.js';
import { signWith } from '../sign.js';
import { secretsOf } from './rotate.js';
import { missedMessage, toMessage, type Message } from './message.js';

type Needs = PostNeeds & Pick<Runtime, 'database' | 'units' | 'bulkhead' | 'stopping'>;

/** How long one run sends messages (ms), so that subscriptions take turns. */
const maxRunMs = 30_000;

/** How often an idle subscription is checked, since hints may be lost (ms). */
const idleMs = 30_000;

/** How long to wait for events of open transactions (ms). */
const pendingMs = 250;

/** How often the cursor is stored while nothing matches (ms). */
const storedAfterMs = 10_000;

/** How long to wait when the developer has too many requests or slow receivers (ms). */
const overloadedMs = 2_000;

/** The delays between attempts (ms). */
const backoff = { firstMs: 5_000, maxMs: 60 * 60_000 };

/** Sends the messages of subscriptions until the broker is closed. */
export function startSubscriptionWorker(
  broker: Broker,
  needs: Omit<Needs, 'bulkhead'> & {
    log: Pick<Logger, 'warn' | 'error'>;
  },
): void {
  const { log, stopping } = needs;
  const timeoutMs = responseTimeoutMs;
  const bulkhead = createBulkhead({ ...webhookBulkheadSize, timeoutMs, stopping });
  startScheduleWorker(broker, subscriptionSchedule, {
    run: (data) => sendMatching({ ...needs, bulkhead }, data),
    // Sending is mostly waiting.
    concurrency: jobConcurrency(webhookBulkheadSize),
    onFailure: (error, subscription) =>
      log.warn({ err: error, subscription, ...subjectOf(error) }, 'subscription failed'),
    retryMs: 1_000,
    async onDeadLetter(data) {
      const where = { id: data.subscription };
      const row = await needs.database.subscription.findUnique({ where }).catch(() => null);
      log.error(
        { ...data, ...(row && { developer: row.developer }) },
        'subscription set aside: it stopped the service three times in a row',
      );
    },
  });
}

/** The subscription is gone, or another worker was faster: the next run reads it again. */
const lost: NextRun = { afterMs: 1_000 };

/** A subscription with an address. */
type Delivered = Subscription & { url: string; secret: string; cursor: string };

const isDelivered = (row: Subscription | null): row is Delivered =>
  row !== null && row.url !== null && !row.stopped;

/**
 * Sends matching events, one message after another, and stores the cursor after each. After a crash the last message
 * may be sent again with the same id. A message that is not accepted is retried with growing delays before any that
 * follows, so that none is skipped.
 */
export async function sendMatching(
  needs: Needs,
  { subscription: id }: { subscription: string },
): Promise<NextRun> {
  const row = await needs.database.subscription.findUnique({ where: { id } });
  if (!isDelivered(row)) return 'ended';
  const waitMs = (row.nextAttempt?.getTime() ?? 0) - Date.now();
  if (waitMs > 0) return { afterMs: waitMs };
  return about({ developer: row.developer }, () => sendTo(needs, row));
}

async function sendTo(needs: Needs, row: Delivered): Promise<NextRun> {
  const { id, developer, subject, match, cursor: after } = row;
  const caller = subject === null ? { developer } : { developer, subject };
  const question = { caller, match: eventMatch.parse(JSON.parse(match)), after };
  const page = await needs.units('events.match', question).catch(skipIfOverloaded);
  if (!page) return { afterMs: overloadedMs * (1 + Math.random()) };
  const { events, cursor, more, missed } = page;
  const messages = events.map((event): ToSend => ({
    at: event.cursor,
    name: event.cursor,
    message: toMessage(id, event),
  }));
  // Its id is made from the old cursor, because the new one differs at each attempt.
  if (missed) {
    messages.unshift({ at: cursor, name: `reset ${after}`, message: missedMessage(id, cursor) });
  }
  const startedAt = performance.now();
  let last = row;
  for (const message of messages) {
    const next = await sendOne(needs, last, message);
    if ('stop' in next) return next.stop;
    last = next.row;
    if (performance.now() - startedAt > maxRunMs) return { afterMs: 0 };
  }
  const isOld =
    more || parseEventCursor(cursor).time - parseEventCursor(last.cursor).time > storedAfterMs;
  if (isOld && !(await advance(needs, last, cursor))) return lost;
  if (more) return { afterMs: events.length > 0 ? 0 : pendingMs };
  return { afterMs: idleMs };
}

interface ToSend {
  /** The cursor after it was accepted. */
  at: string;
  /** The name from which the message's id is made, the same at each attempt. */
  name: string;
  message: Message;
}

function skipIfOverloaded(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
}

/** Sends one message; returns the subscription's new state, or when it continues. */
async function sendOne(
  needs: Needs,
  row: Delivered,
  { at, name, message }: ToSend,
): Promise<{ row: Delivered } | { stop: NextRun }> {
  const outcome = await attempt(needs, row, { id: uuidFrom(name, row.id), body: message });
  // Only the receiver's faults are failed attempts.
  if (needs.stopping.aborted && outcome?.status !== 'delivered') return { stop: { afterMs: 0 } };
  if (!outcome) return { stop: { afterMs: overloadedMs * (1 + Math.random()) } };
  if (outcome.status === 'delivered') {
    const isMine = await advance(needs, row, at);
    if (!isMine) return { stop: lost };
    return { row: { ...row, cursor: at, attempts: 0, error: null, failingSince: null } };
  }
  const attempts = row.attempts + 1;
  const stopped = outcome.status === 'failed';
  const afterMs = Math.min(backoff.firstMs * 2 ** (attempts - 1), backoff.maxMs);
  await needs.database.subscription.updateMany({
    where: unchanged(row),
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

/** Selects a subscription if it was not changed meanwhile. */
const unchanged = ({ key, cursor, match, url }: Delivered) => ({ key, cursor, match, url });

/** Stores the cursor of a subscription; `false` when it is gone or another worker was faster. */
async function advance(
  { database }: Pick<Needs, 'database'>,
  row: Delivered,
  to: string,
): Promise<boolean> {
  const accepted = { attempts: 0, error: null, failingSince: null, nextAttempt: null };
  const { count } = await database.subscription.updateMany({
    where: unchanged(row),
    data: { cursor: to, ...accepted },
  });
  return count > 0;
}

/** Makes one attempt; `undefined` when there was no room for it. */
async function attempt(
  needs: Needs,
  row: Delivered,
  message: { id: string; body: Message },
): Promise<Outcome | undefined> {
  const { id: subscription, developer, url, attempts } = row;
  const body = JSON.stringify(message.body);
  const health = attempts > 0 ? 'failing' : 'healthy';
  const event = { interactionId: null, idempotent: true, created: new Date() };
  try {
    const signature = signWith(secretsOf(needs.sealing, row), { ...message, body });
    const signed = { developer, url, headers: signature, body };
    const origin = { developer, group: subscription, health } as const;
    const response = await needs.bulkhead.run(origin, (signal) =>
      postSigned(needs, signed, signal),
    );
    return judgeAttempt(event, { response }, { isLast: false });
  } catch (error) {
    if (error instanceof Overloaded) return undefined;
    return judgeAttempt(event, { failure: toPostFailure(error) }, { isLast: false });
  }
}
