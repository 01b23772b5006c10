import { statement } from '@trellis/database';

/**
 * Says that a worker is there, and returns the ids of all that are. $1 its id, $2 how long ago a worker may have
 * said so (ms).
 */
export const reportWorker = statement<{ id: string }>(
  'listening.report',
  `WITH reported AS (
    INSERT INTO workers (id, seen) VALUES ($1, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
  ), forgotten AS (
    DELETE FROM workers WHERE seen < now() - interval '10 minutes'
  )
  SELECT id FROM workers WHERE seen > now() - $2::int * interval '1 millisecond'`,
);

/** Says that a worker takes no more clients. $1 its id. */
export const withdrawWorker = statement('listening.withdraw', `DELETE FROM workers WHERE id = $1`);

/** A client for which no worker listens. */
export interface VacantRow {
  key: string;
  id: string;
  developer: string;
}

/**
 * Clients for which no worker listens, those first that wait for the longest time, and of each developer a bounded
 * number: however many one of them has, those of the others are among them. $1 how many, $2 how many of a developer.
 */
export const findVacant = statement<VacantRow>(
  'listening.find_vacant',
  `SELECT key, id, developer
  FROM (
    SELECT client.key, client.id, client.developer, vacant.until,
      row_number() OVER (PARTITION BY client.developer ORDER BY vacant.until) AS place
    FROM listeners vacant
    CROSS JOIN LATERAL (
      SELECT key, id, developer FROM clients WHERE key = vacant.client_key LIMIT 1
    ) AS client
    WHERE vacant.until <= now()
  ) AS found
  WHERE place <= $2::int
  ORDER BY place, until LIMIT $1::int`,
);

/**
 * Leaves clients without a worker for a while, because their developer has as many listeners as it may: they are not
 * looked at all the time. $1 keys, $2 for how long (ms).
 */
export const postponeListeners = statement(
  'listening.postpone',
  `UPDATE listeners SET until = now() + $2::int * interval '1 millisecond', worker = NULL,
    state = 'disconnected', since = CASE WHEN worker IS NULL THEN since ELSE now() END
  WHERE client_key = ANY($1::bigint[]) AND until <= now()`,
);

/**
 * Leases clients to a worker and returns the keys of those that it got. $1 the worker, $2 for how long (ms),
 * $3 keys.
 */
export const claimListeners = statement<{ key: string }>(
  'listening.claim',
  `WITH vacant AS (
    SELECT client_key FROM listeners WHERE client_key = ANY($3::bigint[]) AND until <= now()
    ORDER BY client_key FOR UPDATE SKIP LOCKED
  )
  UPDATE listeners SET worker = $1, until = now() + $2::int * interval '1 millisecond',
    state = 'connecting', since = now(), flooding = '{}'
  FROM vacant WHERE listeners.client_key = vacant.client_key
  RETURNING listeners.client_key AS key`,
);

/**
 * Renews the leases of a worker; returns the keys of those that it still has, with a digest of their
 * configurations. $1 the worker, $2 for how long (ms), $3 keys.
 */
export const renewListeners = statement<{ key: string; configuration: string }>(
  'listening.renew',
  `UPDATE listeners SET until = now() + $2::int * interval '1 millisecond'
  FROM clients client JOIN instances instance ON instance.key = client.instance_key
  WHERE listeners.client_key = ANY($3::bigint[]) AND listeners.worker = $1
    AND client.key = listeners.client_key
  RETURNING client.key, md5(client.configuration || instance.configuration) AS configuration`,
);

/** Ends leases of a worker, so that another one may have them at once. $1 the worker, $2 keys. */
export const releaseListeners = statement(
  'listening.release',
  `UPDATE listeners SET until = now(), state = 'disconnected', since = now()
  WHERE client_key = ANY($2::bigint[]) AND worker = $1`,
);

/** Stores the states of connections. $1 the worker, $2 keys, $3 states. */
export const storeStates = statement(
  'listening.store_states',
  `UPDATE listeners SET state = now_is.state, since = now()
  FROM unnest($2::bigint[], $3::text[]) AS now_is(key, state)
  WHERE listeners.client_key = now_is.key AND listeners.worker = $1
    AND listeners.state <> now_is.state`,
);

/** Stores which devices of a client speak too often. $1 the worker, $2 the key, $3 ids of the devices. */
export const storeFlooding = statement(
  'listening.store_flooding',
  `UPDATE listeners SET flooding = $3::text[] WHERE client_key = $2::bigint AND worker = $1`,
);
