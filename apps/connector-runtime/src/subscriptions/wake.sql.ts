import { statement } from '@trellis/database';

/** The subscriptions whose messages are sent, by developer. */
export const readDelivered = statement<{ developer: string; ids: string[] }>(
  'subscriptions.delivered',
  `SELECT developer, array_agg(id) AS ids FROM subscriptions
  WHERE url IS NOT NULL AND NOT stopped GROUP BY developer`,
);
