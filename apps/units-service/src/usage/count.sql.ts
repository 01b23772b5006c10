import { statement } from '@trellis/database';
import { isOfValuesSql } from '../things/value-changes.js';

/** The most changes that are counted at once. */
export const maxCounted = 5_000;

/** How long a transaction may take that stores changes; with a position, partitions before it are not looked at. */
const longestTransaction = `interval '1 hour'`;

/** A count of a page, with data on the whole page; a page without changes has one row without a developer. */
export interface CountRow {
  developer: string | null;
  day: string;
  subject: string;
  client: string | null;
  events: number;
  bytes: string;
  /** How many things of apps the subject has; null with a client. */
  things: number | null;
  /** The oldest transaction that may be in progress, and the number of changes of the page and of those before it. */
  horizon: string;
  now: Date;
  scanned: number;
  settled: number;
  lastXact: string | null;
  lastKey: string | null;
  lastCreated: Date | null;
}

/**
 * Counts the next changes after a position, up to the oldest transaction in progress. A change belongs to the client of its
 * thing, if it has one. $1 transaction, $2 key and $3 time of the position.
 */
export const countNext = statement<CountRow>(
  'usage.count',
  `WITH position AS (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon, clock_timestamp() AS now
  ), page AS MATERIALIZED (
    SELECT xact, key, developer, subject, resource, client, kind, value, created
    FROM changes
    WHERE (xact, key) > ($1::xid8, $2::bigint) AND created >= $3::timestamptz - ${longestTransaction}
    ORDER BY xact, key LIMIT ${maxCounted}
  ), settled AS MATERIALIZED (
    SELECT page.*, max(page.client::text) OVER (PARTITION BY page.resource) AS creator
    FROM page WHERE xact < (SELECT horizon FROM position)
  ), last AS (
    SELECT xact, key, created FROM settled ORDER BY xact DESC, key DESC LIMIT 1
  ), counted AS (
    SELECT change.developer, (change.created AT TIME ZONE 'UTC')::date::text AS day,
      coalesce(change.subject, '') AS subject,
      CASE WHEN change.kind LIKE 'client\\_%' THEN change.resource
        ELSE coalesce(thing.client_id, change.creator::uuid) END AS client,
      count(*)::int AS events,
      coalesce(sum(octet_length(change.value)) FILTER (WHERE ${isOfValuesSql('change')}), 0) AS bytes
    FROM settled change LEFT JOIN things thing ON thing.id = change.resource
    GROUP BY 1, 2, 3, 4
  )
  SELECT counted.*, CASE WHEN counted.client IS NULL THEN (
      SELECT count(*)::int FROM things
      WHERE things.developer = counted.developer AND coalesce(things.subject, '') = counted.subject
        AND things.client_id IS NULL
    ) END AS things,
    position.horizon::text AS horizon, position.now, (SELECT count(*)::int FROM page) AS scanned,
    (SELECT count(*)::int FROM settled) AS settled,
    last.xact::text AS "lastXact", last.key AS "lastKey", last.created AS "lastCreated"
  FROM position LEFT JOIN last ON true LEFT JOIN counted ON true`,
);
