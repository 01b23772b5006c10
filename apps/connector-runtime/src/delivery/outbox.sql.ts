import { statement } from '@trellis/database';

/** Reads the webhooks that subscribed to any of the given types of events. $1 developers, $2 types. */
export const readSubscribers = statement<{ key: string; developer: string; events: string[] }>(
  'outbox.subscribers',
  `SELECT key, developer, events FROM callbacks
  WHERE developer = ANY($1::text[]) AND events && $2::text[]`,
);

/**
 * Stores messages unless they are stored already. $1 ids, $2 keys of the webhooks, $3 types, $4 encrypted payloads, $5
 * things, $6 clients, $7 names of events and $8 subjects that they are about, or nulls.
 */
export const insertDeliveries = statement(
  'outbox.insert',
  `INSERT INTO deliveries (id, callback_key, type, payload, thing, client_id, event, subject)
  SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::text[])
  ON CONFLICT (id) DO NOTHING`,
);

/** Reads a page of the active subscriptions with an address. $1 the key before the page, $2 how many. */
export const readDelivered = statement<{ key: string; id: string; developer: string }>(
  'subscriptions.delivered',
  `SELECT key, id, developer FROM subscriptions
  WHERE url IS NOT NULL AND NOT stopped AND key > $1 ORDER BY key LIMIT $2`,
);
