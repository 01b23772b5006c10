import {
  eventMatch,
  Problem,
  requireExpected,
  subscriptionVersion,
  type Caller,
  type Handler,
  type Subscription,
} from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import { writeInTurn, type Queries } from '../../database.js';
import type { Subscription as Row } from '../../generated/prisma/client.js';
import { visibleTo } from '../../visible.js';
import type { Runtime } from '../../runtime.js';

export const listSubscriptions: Handler<'subscriptions.list', Pick<Runtime, 'database'>> = async (
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

export const readSubscription: Handler<'subscriptions.read', Pick<Runtime, 'database'>> = async (
  { database },
  on,
) => toSubscription(await requireSubscription(database, on));

interface Named {
  caller: Caller;
  id: string;
}

/** Reads a subscription that the caller sees; any other is not found. */
export async function requireSubscription(database: Queries, { caller, id }: Named): Promise<Row> {
  const row = isUuid(id)
    ? await database.subscription.findFirst({ where: { id, ...visibleTo(caller) } })
    : null;
  if (!row) throw noSuchSubscription();
  return row;
}

/** Locks a subscription in one of the expected versions until the transaction ends. */
export async function lockSubscription(
  tx: Queries,
  { expected, ...on }: Named & { expected?: string[] | undefined },
): Promise<Row> {
  const { key } = await requireSubscription(tx, on);
  await tx.$queryRaw`SELECT key FROM subscriptions WHERE key = ${key} FOR UPDATE`;
  const row = await requireSubscription(tx, on);
  requireExpected(subscriptionVersion(toSubscription(row)), expected);
  return row;
}

type RemoveNeeds = Pick<Runtime, 'database' | 'subscriptions' | 'publishSubscriptions'>;

/** Removes a subscription. A message that is being sent is the last one. */
export const removeSubscription: Handler<'subscriptions.remove', RemoveNeeds> = async (
  { database, subscriptions, publishSubscriptions },
  { caller, id, expected },
  deadline,
) => {
  await writeInTurn(database, { developer: caller.developer, deadline }, async (tx) => {
    const { key } = await lockSubscription(tx, { caller, id, expected });
    await tx.subscription.delete({ where: { key } });
  });
  // Otherwise its schedule ends with its next run.
  await subscriptions.stop(id).catch(() => undefined);
  await publishSubscriptions().catch(() => undefined);
  return {};
};

const noSuchSubscription = () => new Problem('not_found', 'There is no such subscription.');

export function toSubscription(row: Row): Subscription {
  const { id, subject, match, created, url, stopped, cursor, error, attempts } = row;
  const { failingSince, nextAttempt, previousUntil } = row;
  const isRotating = previousUntil !== null && previousUntil > new Date();
  return {
    id,
    subject: subject ?? undefined,
    match: eventMatch.parse(JSON.parse(match)),
    created: created.toISOString(),
    ...(url !== null && { url, status: stopped ? 'stopped' : 'active', cursor: cursor! }),
    previous_secret_until: isRotating ? previousUntil.toISOString() : undefined,
    ...(error !== null && {
      error: {
        detail: error,
        attempts,
        since: (failingSince ?? created).toISOString(),
        next_attempt: nextAttempt?.toISOString(),
      },
    }),
  };
}
