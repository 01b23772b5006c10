import { quotaExceeded, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTime, type Queries } from '../../database.js';
import { refuseRevoked } from '../../accounts/revoked-apps.js';
import { requireRoom } from '../../accounts/quotas.js';
import type { Runtime } from '../../runtime.js';
import { refuseUnreachable } from '../webhooks/register.js';
import { toSubscription } from './read.js';
import { startSubscriptions } from './schedule.js';

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
    writeInTime(database, deadline, async (tx) => {
      await refuseRevoked(tx, { developer, app });
      const data = { id, developer, subject, match: JSON.stringify(match), ...delivery };
      const isNew = (await tx.subscription.findFirst({ where: { id, developer } })) === null;
      const stored = isNew
        ? await tx.subscription.create({ data })
        : await tx.subscription.update({
            where: { id },
            data: delivery ? { secret: delivery.secret } : {},
          });
      if (isNew) await requireRoom(tx, quotas, { name: 'subscriptions', developer });
      if (isNew && subject !== null && !delivery)
        await requireStreamsLeft(tx, { developer, subject });
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
