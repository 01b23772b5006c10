import { statement } from '@trellis/database';

/** Reads a page of the active subscriptions with an address. $1 the key before the page, $2 how many. */
export const readDelivered = statement<{ key: string; id: string; developer: string }>(
  'subscriptions.delivered',
  `SELECT key, id, developer FROM subscriptions
  WHERE url IS NOT NULL AND NOT stopped AND key > $1 ORDER BY key LIMIT $2`,
);
