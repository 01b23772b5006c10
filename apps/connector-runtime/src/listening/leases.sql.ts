import { statement } from '@trellis/database';

/** Returns since when a client is connected or not: attempts that fail do not count. */
const sinceSql = (state: string) =>
  `CASE WHEN (listeners.state = 'connected') = (${state} = 'connected') THEN listeners.since ELSE now() END`;

/** Stores a worker's heartbeat, and returns the workers that are alive. $1 its id, $2 the oldest heartbeat (ms ago). */
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

/** Withdraws a worker. $1 its id. */
export const withdrawWorker = statement('listening.withdraw', `DELETE FROM workers WHERE id = $1`);

/** A client without a worker. */
export interface VacantRow {
  key: string;
  id: string;
  developer: string;
}

/**
 * Finds clients without a worker, those that wait longest first. The number per developer is bounded, so that no
 * developer crowds out the others. $1 how many, $2 how many of a developer.
 */
export const findVacant = statement<VacantRow>(
  'listening.find_vacant',
  `SELECT key, id, developer
  FROM (
    SELECT client.key, client.id, client.developer, vacant.until,
      row_number() OVER (PARTITION BY client.developer ORDER BY vacant.until) AS position
    FROM listeners vacant
    CROSS JOIN LATERAL (
      SELECT key, id, developer FROM clients WHERE key = vacant.client_key LIMIT 1
    ) AS client
    WHERE vacant.until <= now()
  ) AS found
  WHERE position <= $2::int
  ORDER BY position, until LIMIT $1::int`,
);

/** Postpones clients whose developer has the most listeners allowed. $1 keys, $2 for how long (ms). */
export const postponeListeners = statement(
  'listening.postpone',
  `UPDATE listeners SET until = now() + $2::int * interval '1 millisecond', worker = NULL,
    state = 'disconnected', since = ${sinceSql(`'disconnected'`)}
  WHERE client_key = ANY($1::bigint[]) AND until <= now()`,
);

/** Claims clients for a worker; returns the keys of those that it got. $1 the worker, $2 for how long (ms), $3 keys. */
export const claimListeners = statement<{ key: string }>(
  'listening.claim',
  `WITH vacant AS (
    SELECT client_key FROM listeners WHERE client_key = ANY($3::bigint[]) AND until <= now()
    ORDER BY client_key FOR UPDATE SKIP LOCKED
  )
  UPDATE listeners SET worker = $1, until = now() + $2::int * interval '1 millisecond',
    state = 'connecting', since = ${sinceSql(`'connecting'`)}, flooding = '{}'
  FROM vacant WHERE listeners.client_key = vacant.client_key
  RETURNING listeners.client_key AS key`,
);

/**
 * Renews the leases of a worker; returns those that it still holds, with a digest of the client's configurations.
 * $1 the worker, $2 for how long (ms), $3 keys.
 */
export const renewListeners = statement<{ key: string; configuration: string }>(
  'listening.renew',
  `UPDATE listeners SET until = now() + $2::int * interval '1 millisecond'
  FROM clients client JOIN instances instance ON instance.key = client.instance_key
  WHERE listeners.client_key = ANY($3::bigint[]) AND listeners.worker = $1
    AND client.key = listeners.client_key
  RETURNING client.key, md5(client.configuration || instance.configuration) AS configuration`,
);

/** Releases leases of a worker. $1 the worker, $2 keys. */
export const releaseListeners = statement(
  'listening.release',
  `UPDATE listeners SET until = now(), state = 'disconnected', since = ${sinceSql(`'disconnected'`)}
  WHERE client_key = ANY($2::bigint[]) AND worker = $1`,
);

/** Stores the states of connections. $1 the worker, $2 keys, $3 states. */
export const storeStates = statement(
  'listening.store_states',
  `UPDATE listeners SET state = now_is.state, since = ${sinceSql('now_is.state')}
  FROM unnest($2::bigint[], $3::text[]) AS now_is(key, state)
  WHERE listeners.client_key = now_is.key AND listeners.worker = $1
    AND listeners.state <> now_is.state`,
);

/** Stores which devices of a client report too often. $1 the worker, $2 the key, $3 ids of the devices. */
export const storeFlooding = statement(
  'listening.store_flooding',
  `UPDATE listeners SET flooding = $3::text[] WHERE client_key = $2::bigint AND worker = $1`,
);
