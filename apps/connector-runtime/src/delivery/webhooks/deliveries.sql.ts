import { statement } from '@trellis/database';

/** A delivery; `scanned` and `last` are those of the whole page and the same in every row. */
export interface DeliveryRow {
  /** The number of scanned deliveries, and the key of the last of them. */
  scanned: number;
  last: string | null;
  /** Null in the only row of a page without matching deliveries. */
  key: string | null;
  id: string;
  type: string;
  thing: string | null;
  client_id: string | null;
  event: string | null;
  interaction_id: string | null;
  status: string;
  attempts: number;
  response_status: number | null;
  error: string | null;
  created: Date;
  attempted: Date | null;
}

/**
 * The keys of deliveries increase with their time of creation, but for the duration of transactions: this long before or
 * after an instant begin the keys that certainly belong to an earlier or later one.
 */
const slack = `interval '1 minute'`;

const isGiven = (parameter: string, condition: string) => `(${parameter} IS NULL OR ${condition})`;

const contains = (text: string, part: string) => `strpos(lower(${text}), lower(${part}::text)) > 0`;

/** The text of an attempt that can be searched. */
const searched = `concat_ws(' ', attempt ->> 'error', attempt ->> 'url', attempt -> 'answer' ->> 'text')`;

/**
 * The deliveries of a page that are examined. Indexes for all conditions would slow down every message; a page scans a
 * bounded number of deliveries instead. Their status is indexed.
 */
const scannedSql = (order: 'ASC' | 'DESC', hasStatus: boolean) => `
  SELECT key, id, type, thing, client_id, event, interaction_id, replay_id, status, attempts, response_status, error,
    created, attempted, last_attempts
  FROM deliveries
  WHERE callback_key = $1::bigint
    AND key > greatest($2::bigint, (
      SELECT key FROM deliveries WHERE created < $4::timestamptz - ${slack}
      ORDER BY created DESC LIMIT 1))
    AND key < least($3::bigint, (
      SELECT key FROM deliveries WHERE created >= $5::timestamptz + ${slack}
      ORDER BY created LIMIT 1))
    AND ${hasStatus ? 'status = $6::text' : '$6::text IS NULL'}
  ORDER BY key ${order} LIMIT $7::int`;

const conditions = `
  ${isGiven('$4::timestamptz', 'created >= $4')} AND ${isGiven('$5::timestamptz', 'created < $5')}
  AND ${isGiven('$8::text', 'type = $8')} AND ${isGiven('$9::uuid', 'thing = $9')}
  AND ${isGiven('$10::int', 'response_status BETWEEN $10 AND $11::int')}
  AND (NOT $12::boolean OR (response_status IS NULL AND error IS NOT NULL))
  AND ${isGiven('$13::text', contains('error', '$13'))}
  AND ${isGiven(
    '$14::text',
    `(${contains('error', '$14')} OR EXISTS (
      SELECT FROM jsonb_array_elements(last_attempts) AS attempt WHERE ${contains(searched, '$14')}))`,
  )}`;

const list = (order: 'ASC' | 'DESC', hasStatus: boolean) =>
  statement<DeliveryRow>(
    `deliveries.list_${order.toLowerCase()}${hasStatus ? '_of_status' : ''}`,
    `WITH scanned_deliveries AS MATERIALIZED (${scannedSql(order, hasStatus)})
    SELECT page.scanned, page.last, found.*
    FROM (
      SELECT count(*)::int AS scanned, ${order === 'ASC' ? 'max' : 'min'}(key) AS last
      FROM scanned_deliveries
    ) AS page
    LEFT JOIN LATERAL (
      SELECT key, id, type, thing, client_id, event, interaction_id, status, attempts, response_status, error, created,
        attempted
      FROM scanned_deliveries WHERE ${conditions}
      ORDER BY key ${order} LIMIT $15::int
    ) AS found ON true
    ORDER BY found.key ${order}`,
  );

/**
 * Lists deliveries to a webhook. $1 its key, $2 the key after which and $3 the one before which they are scanned; $4 the
 * first instant and $5 the end, $6 status, each or null; $7 the most that are scanned; $8 type, $9 thing, $10 and $11 the
 * least and the greatest status of the response, each or null; $12 whether only those without a response; $13 a part of
 * the error, $14 a part of an error, an address or an answer, each or null; $15 the most deliveries.
 */
export const listDeliveries = {
  ascending: { any: list('ASC', false), ofStatus: list('ASC', true) },
  descending: { any: list('DESC', false), ofStatus: list('DESC', true) },
};

/** A message that is sent again; `scanned` and `last` as in {@link DeliveryRow}. */
interface RedeliveredRow extends Pick<DeliveryRow, 'scanned' | 'last' | 'key'> {
  id: string;
}

const redeliver = (hasStatus: boolean) =>
  statement<RedeliveredRow>(
    `deliveries.redeliver${hasStatus ? '_of_status' : ''}`,
    `WITH scanned_deliveries AS MATERIALIZED (${scannedSql('ASC', hasStatus)}),
    matching AS MATERIALIZED (
      SELECT key, id, status FROM scanned_deliveries
      WHERE ${conditions}
        AND CASE WHEN status = 'pending' THEN replay_id IS NULL ELSE interaction_id IS NULL END
      ORDER BY key LIMIT $15::int
    ),
    reset AS (
      UPDATE deliveries SET status = 'pending', attempts = 0, attempted = NULL, replay_id = NULL
      WHERE key = ANY (ARRAY(SELECT key FROM matching WHERE status <> 'pending'))
    )
    SELECT page.scanned, page.last, matching.key, matching.id
    FROM (SELECT count(*)::int AS scanned, max(key) AS last FROM scanned_deliveries) AS page
    LEFT JOIN matching ON true
    ORDER BY matching.key`,
  );

/**
 * Makes deliveries pending again, the oldest first: those that a replay sends, and actions that have ended, stay as they
 * are. Parameters as those of {@link listDeliveries}.
 */
export const redeliverMatching = { any: redeliver(false), ofStatus: redeliver(true) };

/** Locks a redelivery that has not ended until the transaction ends. $1 its id. */
export const lockRedelivery = statement<{
  key: string;
  callback_key: string;
  filter: string;
  position: string;
  until: string;
  batch: string[];
}>(
  'redeliveries.lock',
  `SELECT key, callback_key, filter, position, until, batch FROM redeliveries
  WHERE id = $1 AND ended IS NULL FOR UPDATE`,
);

/** Stores a batch. $1 key, $2 the position after which it continues, $3 the deliveries, $4 whether it is the last batch. */
export const storeBatch = statement(
  'redeliveries.store_batch',
  `UPDATE redeliveries SET position = $2, batch = $3, redelivered = redelivered + cardinality($3::uuid[]),
    complete = $4
  WHERE key = $1`,
);

/** Removes a batch whose jobs are added; returns whether it was the last one. $1 id. */
export const finishBatch = statement<{ ended: Date | null }>(
  'redeliveries.finish_batch',
  `UPDATE redeliveries SET batch = '{}', ended = CASE WHEN complete THEN now() END
  WHERE id = $1 AND ended IS NULL RETURNING ended`,
);

/** The key of the latest delivery to a webhook. $1 key of the webhook. */
export const lastDelivery = statement<{ key: string }>(
  'deliveries.last',
  `SELECT key FROM deliveries WHERE callback_key = $1 ORDER BY key DESC LIMIT 1`,
);
