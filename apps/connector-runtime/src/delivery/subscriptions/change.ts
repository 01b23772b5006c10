import { quotaExceeded, Problem, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTurn, type Queries } from '../../database.js';
import { refuseRevoked } from '../../accounts/revoked-apps.js';
import { requireRoom } from '../../accounts/quotas.js';
import type { Runtime } from '../../runtime.js';
import { refuseUnreachable } from '../webhooks/register.js';
import { rotateSecret } from '../secrets.js';
import { toSubscription, lockSubscription } from './read.js';

type Needs = Pick<
  Runtime,
  'database' | 'resolverOf' | 'allowPrivate' | 'quotas' | 'subscriptions' | 'publishSubscriptions'
>;

/** The most streams of one subject, because end users may create them. */
const maxStreamsOfSubject = 10;

/** Throws `quota_exceeded` when a subject has too many streams, including the one just created. */
async function requireStreamsLeft(
  tx: Queries,
  owner: { developer: string; subject: string },
): Promise<void> {
  const count = await tx.subscription.count({ where: { ...owner, url: null } });
  if (count <= maxStreamsOfSubject) return;
  throw quotaExceeded('subscriptions', { limit: maxStreamsOfSubject, used: count - 1 });
}

/** Stores a subscription once per id. A repeated request replaces the secret with the one that it returns. */
export const createSubscription: Handler<'subscriptions.create', Needs> = async (
  { database, resolverOf, allowPrivate, quotas, subscriptions, publishSubscriptions },
  { caller: { developer, subject = null }, app, id, match, delivery },
  deadline,
) => {
  if (delivery) {
    await refuseUnreachable({ resolve: resolverOf(developer), allowPrivate }, delivery.url);
  }
  const store = () =>
    writeInTurn(database, { developer, deadline }, async (tx) => {
      await refuseRevoked(tx, { developer, app });
      const data = { id, developer, subject, match: JSON.stringify(match), ...delivery };
      const isNew = (await tx.subscription.findFirst({ where: { id, developer } })) === null;
      if (!isNew) {
        const secret = delivery ? { secret: delivery.secret } : {};
        return tx.subscription.update({ where: { id }, data: secret });
      }
      const stored = await tx.subscription.create({ data });
      await requireRoom(tx, quotas, { name: 'subscriptions', developer });
      if (subject !== null && !delivery) await requireStreamsLeft(tx, { developer, subject });
      return stored;
    });
  // A concurrent delivery of the same request may have stored it meanwhile.
  const row = await store().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return store();
  });
  if (delivery) {
    // Otherwise the reconciliation adds its schedule.
    await startSubscriptions(subscriptions, [id]).catch(() => undefined);
    await publishSubscriptions().catch(() => undefined);
  }
  return toSubscription(row);
};

/** Setting the address resumes with the message that was not accepted. */
const resumed = { stopped: false, attempts: 0, error: null, failingSince: null, nextAttempt: null };

/** Changes the events or the address of a subscription. */
export const updateSubscription: Handler<'subscriptions.update', Needs> = async (
  { database, resolverOf, allowPrivate, subscriptions, publishSubscriptions },
  { caller, id, match, url, expected },
  deadline,
) => {
  if (url !== undefined) {
    await refuseUnreachable({ resolve: resolverOf(caller.developer), allowPrivate }, url);
  }
  const stored = await writeInTurn(
    database,
    { developer: caller.developer, deadline },
    async (tx) => {
      const row = await lockSubscription(tx, { caller, id, expected });
      if (url !== undefined && row.url === null) throw isStream('/url');
      return tx.subscription.update({
        where: { key: row.key },
        data: {
          match: match && JSON.stringify(match),
          ...(url !== undefined && { url, ...resumed }),
        },
      });
    },
  );
  if (stored.url !== null && !stored.stopped) {
    // Otherwise the reconciliation starts it.
    await startSubscriptions(subscriptions, [id])
      .then(() => subscriptions.runNow(id))
      .catch(() => undefined);
    await publishSubscriptions().catch(() => undefined);
  }
  return toSubscription(stored);
};

/** Creates the problem of a request that needs an address, for a subscription that is read as a stream. */
export function isStream(pointer?: string): Problem {
  const detail = 'The subscription is read as a stream; create another one for an address.';
  const errors = pointer === undefined ? {} : { errors: [{ pointer, detail }] };
  return new Problem('invalid_request', detail, errors);
}

/** Replaces the secret of a subscription. The previous one also signs for a day. */
export const rotateSubscription: Handler<
  'subscriptions.rotate',
  Pick<Runtime, 'database' | 'sealing' | 'clock'>
> = async ({ database, ...needs }, { caller, id, rotation, secret }, deadline) => {
  const stored = await writeInTurn(
    database,
    { developer: caller.developer, deadline },
    async (tx) => {
      const row = await lockSubscription(tx, { caller, id });
      if (row.secret === null) throw isStream();
      // A repeated request returns another secret than the first, whose answer nobody has seen.
      const receiver = { ...row, table: 'subscriptions' as const, secret: row.secret };
      const rotated =
        row.rotation === rotation ? { secret } : rotateSecret(needs, receiver, secret);
      const data = { rotation, ...rotated };
      return tx.subscription.update({ where: { key: row.key }, data });
    },
  );
  return toSubscription(stored);
};

/** The topic of hints that subscriptions with an address have changed. */
export const subscriptionsTopic = 'subscriptions';

export const startSubscriptions = (
  schedules: Runtime['subscriptions'],
  ids: string[],
): Promise<void> => schedules.start(ids.map((id) => ({ id, data: { subscription: id } })));
