import { statement } from '@trellis/database';

/** The next subscriptions whose messages are sent. $1 the key after which they begin, $2 how many. */
export const readDelivered = statement<{ key: string; id: string; developer: string }>(
  'subscriptions.delivered',
  `SELECT key, id, developer FROM subscriptions
  WHERE url IS NOT NULL AND NOT stopped AND key > $1 ORDER BY key LIMIT $2`,
);
