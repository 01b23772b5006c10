import { statement } from '@trellis/database';

/**
 * The most operations of one client and day that are stored apart, and the bytes of their requests. Operations beyond the
 * `free` ones, each of about `bytesOfOperation`, count in the bytes of the account like requests.
 */
export const maxPerClient = { operations: 500, free: 10, bytes: 512 * 1024 };
const bytesOfOperation = 1_024;

/** How many runs an operation shows. */
export const maxRuns = 5;

/** The condition that an operation is a poll of the remote technology, not one that our own limits or faults prevented. */
const isPollSql = `kind = 'poll' AND client IS NOT NULL AND subject IS NOT NULL
      AND coalesce(code, '') NOT IN ('throttled', 'overloaded', 'internal')`;

/**
 * Stores operations, or adds their runs to those that are stored. Beyond the limits of its client or account, an
 * operation is stored without its requests, and one that is new is not stored once its client has some. Those of clients
 * that were erased with their subjects are left out. Polls are added to the usage of the day, also those that are not stored.
 * $1 days, $2 ids, $3 developers, $4 subjects, $5 clients, $6 connector types, $7 kinds, $8 outcomes, $9 codes,
 * $10 details, $11 counts, $12 first and $13 last times, $14 runs, $15 requests, $16 searches,
 * $17 the most bytes of a developer and day, $18 causes.
 */
export const storeOperations = statement<{ developer: string }>(
  'operations.store',
  `WITH given AS (
    SELECT given.*, coalesce(octet_length(requests), 0) AS bytes
    FROM unnest(
      $1::timestamptz[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[],
      $8::text[], $9::text[], $10::text[], $11::int[], $12::timestamptz[], $13::timestamptz[],
      $14::text[], $15::text[], $16::text[], $18::text[]
    ) AS given(day, id, developer, subject, client, connector_type, kind, outcome, code, detail,
      count, first, last, runs, requests, search, cause)
    WHERE NOT EXISTS (
      SELECT FROM removed_clients removed WHERE removed.id = given.client AND removed.erased)
  ), checked AS (
    SELECT given.*,
      usage.bytes IS NULL OR usage.bytes < $17::bigint AS has_room,
      coalesce(stored.count, 0) AS stored, coalesce(stored.bytes, 0) AS client_bytes
    FROM given
    LEFT JOIN operation_usage usage ON usage.day = given.day AND usage.developer = given.developer
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS count, sum(octet_length(known.requests)) AS bytes
      FROM client_operations known
      WHERE known.client = given.client AND known.day = given.day
    ) AS stored ON given.bytes > 0 OR given.outcome = 'failed'
  ), kept AS (
    SELECT *, has_room AND client_bytes < ${maxPerClient.bytes} AS keeps_requests,
      CASE WHEN counts THEN ${bytesOfOperation} ELSE 0 END AS own_bytes
    FROM checked CROSS JOIN LATERAL (
      SELECT stored >= ${maxPerClient.free} AND NOT EXISTS (
        SELECT 1 FROM client_operations known WHERE known.day = checked.day AND known.id = checked.id)
    ) AS new(counts)
    WHERE NOT counts OR has_room AND stored < ${maxPerClient.operations}
  ), counted AS (
    INSERT INTO operation_usage (day, developer, bytes)
    SELECT day, developer, sum(own_bytes + CASE WHEN keeps_requests THEN bytes ELSE 0 END) FROM kept
    WHERE counts OR keeps_requests AND bytes > 0
    GROUP BY day, developer ORDER BY day, developer
    ON CONFLICT (day, developer) DO UPDATE SET bytes = operation_usage.bytes + excluded.bytes
  ), used AS (
    INSERT INTO usage_of_days AS known (developer, day, client, subject, connector_type, polls, things)
    SELECT developer, (day AT TIME ZONE 'UTC')::date, client, subject, min(connector_type), sum(count),
      coalesce(max((runs::jsonb -> 0 -> 'counts' ->> 'found')::int), 0)
    FROM given WHERE ${isPollSql}
    GROUP BY developer, day, client, subject ORDER BY developer, day, client, subject
    ON CONFLICT (developer, day, client, subject) DO UPDATE SET
      polls = known.polls + excluded.polls, things = greatest(known.things, excluded.things)
  )
  INSERT INTO client_operations AS known (day, id, developer, subject, client, connector_type, kind,
    outcome, code, detail, count, first, last, runs, requests, search, cause)
  SELECT day, id, developer, subject, client, connector_type, kind, outcome, code, detail, count,
    first, last, runs::jsonb, CASE WHEN keeps_requests THEN requests END,
    CASE WHEN keeps_requests THEN search END, cause
  FROM kept ORDER BY day, id
  ON CONFLICT (day, id) DO UPDATE SET
    position = nextval('client_operations_position_seq'),
    count = known.count + excluded.count,
    first = least(known.first, excluded.first),
    last = greatest(known.last, excluded.last),
    runs = jsonb_path_query_array(excluded.runs || known.runs, '$[0 to ${maxRuns - 1}]'),
    requests = coalesce(excluded.requests, known.requests),
    search = coalesce(excluded.search, known.search),
    cause = coalesce(excluded.cause, known.cause)
  RETURNING known.developer`,
);
