import {
  parseEventCursor,
  eventMatch,
  Problem,
  type MatchedEvent,
  type SubscriptionAttempt,
  type SubscriptionMessage,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { backoffMs } from '@trellis/platform/concurrency';
import { v5 as uuidFrom } from 'uuid';
import type { Subscription } from '../../generated/prisma/client.js';
import { jobConcurrency, webhookBulkheadSize } from '../../limits/bulkhead-sizes.js';
import { about, subjectOf } from '../../log-subject.js';
import { deliveryBackoff, subscriptionSchedule } from '../../queues.js';
import type { Runtime } from '../../runtime.js';
import { signingSecrets } from '../secrets.js';
import { createDeliveryBulkhead, send, type SendNeeds } from '../send.js';
import { recordAttempt } from './attempts.sql.js';

type Needs = SendNeeds &
  Pick<Runtime, 'database' | 'pool' | 'sealing' | 'units' | 'stopping' | 'clock'>;

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

export function startSubscriptionWorker(
  broker: Broker,
  needs: Omit<Needs, 'bulkhead'> & {
    log: Pick<Logger, 'warn' | 'error'>;
  },
): void {
  const { log, stopping } = needs;
  const bulkhead = createDeliveryBulkhead(stopping);
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
        { ...data, developer: row?.developer },
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
  const waitMs = (row.nextAttempt?.getTime() ?? 0) - needs.clock.now();
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
  message: SubscriptionMessage;
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
  const messageId = uuidFrom(name, row.id);
  const outcome = await send(needs, {
    id: messageId,
    body: JSON.stringify(message),
    developer: row.developer,
    url: row.url,
    secrets: signingSecrets(needs.sealing, { ...row, table: 'subscriptions' }),
    group: row.id,
    isRetry: row.attempts > 0,
    interactionId: null,
    idempotent: true,
    created: new Date(needs.clock.now()),
  });
  // Only the receiver's faults are failed attempts.
  if (needs.stopping.aborted && outcome.status !== 'delivered') return { stop: { afterMs: 0 } };
  if (outcome.isOverloaded) return { stop: { afterMs: overloadedMs * (1 + Math.random()) } };
  const sent = { ...outcome.attempt, message: { id: messageId, type: message.type } };
  if (outcome.status === 'delivered') {
    const next = { ...row, cursor: at, ...accepted };
    return (await record(needs, { row, next, sent })) ? { row: next } : { stop: lost };
  }
  const attempts = row.attempts + 1;
  const stopped = outcome.status === 'failed';
  const afterMs = backoffMs(deliveryBackoff, attempts);
  const next = {
    ...row,
    attempts,
    stopped,
    failingSince: row.failingSince ?? new Date(needs.clock.now()),
    error: outcome.error ?? null,
    nextAttempt: stopped ? null : new Date(needs.clock.now() + afterMs),
  };
  await record(needs, { row, next, sent });
  return { stop: stopped ? 'ended' : { afterMs } };
}

/** The failures of a subscription whose last message was accepted. */
const accepted = { attempts: 0, error: null, failingSince: null, nextAttempt: null };

/** Stores an attempt with the state after it; `false` when another worker was faster or the subscription is gone. */
async function record(
  { pool }: Pick<Needs, 'pool'>,
  { row, next, sent }: { row: Delivered; next: Delivered; sent: SubscriptionAttempt },
): Promise<boolean> {
  const { key, cursor, match, url } = row;
  const [recorded] = await query(pool, recordAttempt, [
    String(key),
    cursor,
    match,
    url,
    next.cursor,
    next.attempts,
    next.error,
    next.failingSince,
    next.nextAttempt,
    next.stopped,
    JSON.stringify(sent),
  ]);
  return recorded!.count > 0;
}

/** Selects a subscription if it was not changed meanwhile. */
const unchanged = ({ key, cursor, match, url }: Delivered) => ({ key, cursor, match, url });

/** Stores the cursor of a subscription; `false` when it is gone or another worker was faster. */
async function advance(
  { database }: Pick<Needs, 'database'>,
  row: Delivered,
  to: string,
): Promise<boolean> {
  const { count } = await database.subscription.updateMany({
    where: unchanged(row),
    data: { cursor: to, ...accepted },
  });
  return count > 0;
}

/** Converts an event to its message; a stream can resume from its `cursor`. */
function toMessage(subscription: string, event: MatchedEvent): SubscriptionMessage {
  const { cursor, time: timestamp, thing, turn, attributes } = event;
  const common = { subscription_id: subscription, cursor, ...(attributes && { attributes }) };
  const ofThing = { ...common, thing_id: thing };
  switch (event.kind) {
    case 'thing_updated':
      return { type: event.kind, timestamp, data: { ...ofThing, available: event.available } };
    case 'property_changed': {
      const { kind: type, name: property, value } = event;
      return { type, timestamp, data: { ...ofThing, property, value, ...(turn && { turn }) } };
    }
    case 'target_changed': {
      const { kind: type, name: property, target } = event;
      return { type, timestamp, data: { ...ofThing, property, target } };
    }
    case 'thing_event': {
      const { kind: type, name, data, occurred } = event;
      const carried = data === undefined ? {} : { data };
      const happened = { event: name, ...carried, occurred_at: occurred };
      return { type, timestamp, data: { ...ofThing, ...happened } };
    }
    case 'client_status_changed': {
      const { kind: type, status, error, paused } = event;
      const state = { status, ...(error && { error: { code: error } }), ...(paused && { paused }) };
      return { type, timestamp, data: { ...common, client_id: thing, ...state } };
    }
    case 'client_deleted':
      return { type: event.kind, timestamp, data: { ...common, client_id: thing } };
    default:
      return { type: event.kind, timestamp, data: ofThing };
  }
}

/** Creates the message that events after the last cursor are no longer retained. */
const missedMessage = (subscription: string, cursor: string): SubscriptionMessage => ({
  type: 'reset',
  timestamp: new Date().toISOString(),
  data: { subscription_id: subscription, cursor },
});
