import { Problem, type Handler } from '@trellis/contracts';
import { writeInTime } from '../../database.js';
import type { Runtime } from '../../runtime.js';
import { refuseUnreachable } from '../webhooks/register.js';
import { lockSubscription, toSubscription } from './read.js';
import { startSubscriptions } from './schedule.js';

type Needs = Pick<
  Runtime,
  'database' | 'resolverOf' | 'allowPrivate' | 'subscriptions' | 'publishSubscriptions'
>;

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
  const stored = await writeInTime(database, deadline, async (tx) => {
    const row = await lockSubscription(tx, { caller, id, expected });
    if (url !== undefined && row.url === null) throw isStream('/url');
    return tx.subscription.update({
      where: { key: row.key },
      data: {
        match: match && JSON.stringify(match),
        ...(url !== undefined && { url, ...resumed }),
      },
    });
  });
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
