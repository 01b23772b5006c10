import {
  eventMatch,
  Problem,
  type Caller,
  type Handler,
  type Subscription,
} from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { Scheduler } from '@trellis/messaging';
import { validate as isUuid } from 'uuid';
import { writeInTime, type Database } from '../database.js';
import type { Subscription as Row } from '../generated/prisma/client.js';
import type { SubscriptionData } from './schedule.js';

/** Those of the whole account, or those of the caller's subject. */
const visibleTo = ({ developer, subject }: Caller) =>
  subject === undefined ? { developer } : { developer, subject };

export const listSubscriptions: Handler<'subscriptions.list', { database: Database }> = async (
  { database },
  { caller, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.subscription.findMany({
    where: { ...visibleTo(caller), key: { gt: after } },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, toSubscription);
};

export const readSubscription: Handler<'subscriptions.read', { database: Database }> = async (
  { database },
  { caller, id },
) => {
  const row = isUuid(id)
    ? await database.subscription.findFirst({ where: { id, ...visibleTo(caller) } })
    : null;
  if (!row) throw noSuchSubscription();
  return toSubscription(row);
};

interface RemoveNeeds {
  database: Database;
  subscriptions: Pick<Scheduler<SubscriptionData>, 'stop'>;
  publishSubscriptions: () => Promise<void>;
}

/** Removes a subscription; a message that is being sent is the last one. */
export const removeSubscription: Handler<'subscriptions.remove', RemoveNeeds> = async (
  { database, subscriptions, publishSubscriptions },
  { caller, id },
  deadline,
) => {
  if (!isUuid(id)) throw noSuchSubscription();
  const { count } = await writeInTime(database, deadline, (tx) =>
    tx.subscription.deleteMany({ where: { id, ...visibleTo(caller) } }),
  );
  if (count === 0) throw noSuchSubscription();
  // One that goes on by itself ends with its next run.
  await subscriptions.stop(id).catch(() => undefined);
  await publishSubscriptions().catch(() => undefined);
  return {};
};

const noSuchSubscription = () => new Problem('not_found', 'There is no such subscription.');

export function toSubscription(row: Row): Subscription {
  const { id, subject, match, created, url, stopped, cursor, error, attempts } = row;
  const { failingSince, nextAttempt } = row;
  return {
    id,
    ...(subject !== null && { subject }),
    match: eventMatch.parse(JSON.parse(match)),
    created: created.toISOString(),
    ...(url !== null && { url, status: stopped ? 'stopped' : 'active', cursor: cursor! }),
    ...(error !== null && {
      error: {
        detail: error,
        attempts,
        since: (failingSince ?? created).toISOString(),
        ...(nextAttempt && { next_attempt: nextAttempt.toISOString() }),
      },
    }),
  };
}
