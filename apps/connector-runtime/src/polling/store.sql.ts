import { statement } from '@trellis/database';

/**
 * Whether what is stored is not of a later poll: as in units-service, whose things the mappings describe.
 * What seems to be later by more than ten minutes was stored by a clock that has been set back.
 */
const isLatest = (polled: string) =>
  `(mappings.polled > ${polled} AND mappings.polled < ${polled} + interval '10 minutes') IS NOT TRUE`;

/**
 * Stores mappings, unless a later poll has. Rejects with a violated foreign key when a client was removed.
 * $1 keys of the clients, $2 entities, $3 things, $4 fingerprints, $5 whether they are available,
 * $6 handles or nulls, $7 when the polls began, or nulls.
 */
export const storeMappings = statement(
  'polls.store_mappings',
  `INSERT INTO mappings (client_key, entity, thing, fingerprint, available, handle, polled)
  SELECT found.client, found.entity, found.thing, found.fingerprint, found.available,
    found.handle, found.polled
  FROM unnest(
    $1::bigint[], $2::text[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::timestamptz[]
  ) WITH ORDINALITY
    AS found(client, entity, thing, fingerprint, available, handle, polled, position)
  ORDER BY found.position
  ON CONFLICT (client_key, entity) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    available = excluded.available,
    handle = excluded.handle,
    polled = excluded.polled
  WHERE ${isLatest('excluded.polled')}`,
);

/**
 * Marks entities as unavailable, unless a later poll has found them. $1 keys of the clients, $2 entities,
 * $3 when the polls began, or nulls.
 */
export const markVanished = statement(
  'polls.mark_vanished',
  `UPDATE mappings SET available = false, polled = gone.polled
  FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS gone(client, entity, polled)
  WHERE mappings.client_key = gone.client AND mappings.entity = gone.entity
    AND ${isLatest('gone.polled')}`,
);

/**
 * Stores the outcomes of polls, except those with a configuration that has been replaced; returns the keys of
 * the others, as far as their clients are there. $1 keys, $2 statuses, $3 codes, $4 details and $5 times of the
 * errors, or nulls, $6 failures in a row, $7 warnings and $8 rooms as JSON, or nulls, $9 configurations as they
 * were read, encrypted.
 */
export const storeOutcomes = statement<{ key: string }>(
  'polls.store_outcomes',
  `UPDATE clients SET
    status = found.status, error_code = found.code, error_detail = found.detail,
    error_since = found.since, failures = found.failures, warnings = found.warnings,
    places = found.rooms
  FROM unnest(
    $1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::int[], $7::text[],
    $8::text[], $9::text[]
  ) AS found(key, status, code, detail, since, failures, warnings, rooms, configuration)
  WHERE clients.key = found.key AND clients.configuration = found.configuration
  RETURNING clients.key`,
);

/** Has clients listened for from now on, unless they are. $1 keys. */
export const addListeners = statement(
  'polls.add_listeners',
  `INSERT INTO listeners (client_key) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING`,
);
