import type { Handler } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import { writeInTime } from '../../database.js';
import type { Subscription } from '../../generated/prisma/client.js';
import type { Runtime } from '../../runtime.js';
import { rotationOverlapMs } from '../webhooks/register.js';
import { lockSubscription, toSubscription } from './read.js';
import { isStream } from './update.js';

/** Replaces the secret of a subscription. The previous one also signs for a day. */
export const rotateSubscription: Handler<
  'subscriptions.rotate',
  Pick<Runtime, 'database' | 'sealing'>
> = async ({ database, sealing }, { caller, id, rotation, secret }, deadline) => {
  const stored = await writeInTime(database, deadline, async (tx) => {
    const row = await lockSubscription(tx, { caller, id });
    if (row.secret === null) throw isStream();
    // A repeated request returns another secret than the first, whose answer nobody has seen.
    const previous = row.rotation !== rotation && {
      previousSecret: sealAsPrevious(sealing, row, row.secret),
      previousUntil: new Date(Date.now() + rotationOverlapMs),
    };
    const data = { secret, rotation, ...previous };
    return tx.subscription.update({ where: { key: row.key }, data });
  });
  return toSubscription(stored);
};

/** Encrypts the current secret for the column of the previous one. */
function sealAsPrevious(
  sealing: Sealing,
  { developer, id }: Pick<Subscription, 'developer' | 'id'>,
  secret: string,
): string {
  const opened = sealing.open({ purpose: 'subscriptions.secret', developer, id }, secret);
  return sealing.seal({ purpose: 'subscriptions.previous_secret', developer, id }, opened);
}

/** Returns the secrets that sign the messages of a subscription. */
export function secretsOf(
  sealing: Sealing,
  row: Pick<Subscription, 'developer' | 'id' | 'previousSecret' | 'previousUntil'> & {
    secret: string;
  },
): string[] {
  const { developer, id, secret, previousSecret, previousUntil } = row;
  const of = { developer, id };
  const secrets = [sealing.open({ purpose: 'subscriptions.secret', ...of }, secret)];
  if (previousSecret !== null && previousUntil! > new Date()) {
    secrets.push(sealing.open({ purpose: 'subscriptions.previous_secret', ...of }, previousSecret));
  }
  return secrets.map(String);
}
