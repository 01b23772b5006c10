import {
  subscriptionAttempt,
  type Handler,
  type SubscriptionAttempt,
  type SubscriptionMessage,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import { about } from '../../log-subject.js';
import type { Runtime } from '../../runtime.js';
import { signingSecrets } from '../secrets.js';
import { send, type SendNeeds } from '../send.js';
import { addAttempt, readAttempts } from './attempts.sql.js';
import { isStream } from './change.js';
import { requireSubscription } from './read.js';

/** Returns the latest attempts to send messages of a subscription. */
export const listAttempts: Handler<
  'subscriptions.attempts',
  Pick<Runtime, 'database' | 'pool'>
> = async ({ database, pool }, on) => {
  const { key } = await requireSubscription(database, on);
  const rows = await query(pool, readAttempts, [String(key)]);
  return { attempts: rows.map(({ attempt }) => subscriptionAttempt.parse(attempt)) };
};

type TestNeeds = Omit<SendNeeds, 'bulkhead'> &
  Pick<Runtime, 'database' | 'pool' | 'sealing' | 'testMessages'>;

/** Sends a test message once. It is not one of the messages that are sent in order. */
export const testSubscription: Handler<'subscriptions.test', TestNeeds> = async (
  { testMessages: bulkhead, ...needs },
  { message: id, ...on },
) => {
  const { database, pool, sealing } = needs;
  const row = await requireSubscription(database, on);
  const { key, developer, url, secret } = row;
  if (url === null || secret === null) throw isStream();
  const known = (await listAttempts(needs, on, { expiresAt: Infinity })).attempts;
  const before = known.find(({ message }) => message.id === id);
  if (before) return before;
  const created = new Date();
  const type = 'test';
  const data = { subscription_id: row.id };
  const body: SubscriptionMessage = { type, timestamp: created.toISOString(), data };
  const { attempt } = await about({ developer }, () =>
    send(
      { ...needs, bulkhead },
      {
        id,
        body: JSON.stringify(body),
        developer,
        url,
        secrets: signingSecrets(sealing, { ...row, secret, table: 'subscriptions' }),
        group: row.id,
        isRetry: false,
        interactionId: null,
        idempotent: true,
        created,
      },
      { isLast: true },
    ),
  );
  const stored: SubscriptionAttempt = { ...attempt, message: { id, type } };
  await query(pool, addAttempt, [String(key), JSON.stringify(stored)]);
  return stored;
};
