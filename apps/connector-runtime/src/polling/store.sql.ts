import { statement } from '@trellis/database';
import { maxRemembered } from './recognize.sql.js';

/**
 * The condition that the stored row is not from a later poll; units-service has the same. A row that is later by more
 * than ten minutes was stored before the clock was set back.
 */
const isLatest = (polled: string) =>
  `(mappings.polled > ${polled} AND mappings.polled < ${polled} + interval '10 minutes') IS NOT TRUE`;

/**
 * Stores mappings, unless a later poll has. Identifiers are added to those of before. An entity whose
 * thing has another id by now is left out. Rejects with a violated foreign key
 * when a client was removed.
 * $1 keys of the clients, $2 entities, $3 things, $4 fingerprints, $5 whether they are available,
 * $6 handles or nulls, $7 when the polls began, or nulls, $8 whether they have values,
 * $9 identifiers, each on a line of its own, $10 names as JSON, or nulls.
 */
export const storeMappings = statement(
  'polls.store_mappings',
  `INSERT INTO mappings
    (client_key, entity, thing, fingerprint, available, handle, polled, has_values, identifiers, names)
  SELECT found.client, found.entity, found.thing, found.fingerprint, found.available,
    found.handle, found.polled, found.has_values, string_to_array(found.identifiers, E'\\n'),
    found.names
  FROM unnest(
    $1::bigint[], $2::text[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::timestamptz[],
    $8::boolean[], $9::text[], $10::json[]
  ) WITH ORDINALITY AS found(client, entity, thing, fingerprint, available, handle, polled, has_values,
    identifiers, names, position)
  WHERE NOT EXISTS (
    SELECT FROM mappings other
    WHERE other.client_key = found.client AND other.thing = found.thing AND other.entity <> found.entity
  )
  ORDER BY found.position
  ON CONFLICT (client_key, entity) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    available = excluded.available,
    problem = NULL,
    has_values = excluded.has_values,
    handle = excluded.handle,
    polled = excluded.polled,
    names = excluded.names,
    thing_exists = true,
    identifiers = CASE WHEN excluded.identifiers <@ mappings.identifiers THEN mappings.identifiers
      ELSE (excluded.identifiers || ARRAY(
        SELECT unnest(mappings.identifiers) EXCEPT SELECT unnest(excluded.identifiers)
      ))[1:${maxRemembered}] END
  WHERE ${isLatest('excluded.polled')}`,
);

/**
 * Marks entities as unavailable, unless a later poll has found them. $1 keys of the clients, $2 entities,
 * $3 when the polls began, or nulls, $4 codes of the problems, or nulls.
 */
export const markMissing = statement(
  'polls.mark_missing',
  `UPDATE mappings SET available = false, problem = missing.problem, polled = missing.polled
  FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::text[])
    AS missing(client, entity, polled, problem)
  WHERE mappings.client_key = missing.client AND mappings.entity = missing.entity
    AND ${isLatest('missing.polled')}`,
);

/**
 * Marks a device that is written: the next poll publishes its state, also if it is unchanged. Returns when. $1 key of
 * the client, $2 entity.
 */
export const markWritten = statement<{ written: Date }>(
  'polls.mark_written',
  `UPDATE mappings SET fingerprint = '' WHERE client_key = $1::bigint AND entity = $2::text
  RETURNING clock_timestamp() AS written`,
);

/**
 * Stores the outcomes of polls, unless the client is gone or paused, or has another configuration; returns the keys of
 * the stored ones. $1 keys, $2 statuses, $3 codes,
 * $4 details and $5 times of the errors, or nulls, $6 failures in a row, $7 warnings and $8 rooms as JSON, or nulls,
 * $9 configurations as they were read, encrypted, $10 whether the clients had been resumed when they were read,
 * $11 where the next polls run, or nulls, $12 facts about the errors as JSON, or nulls, $13 new accounts at the vendor as
 * JSON, or nulls.
 */
export const storeOutcomes = statement<{ key: string }>(
  'polls.store_outcomes',
  `UPDATE clients SET
    status = found.status, error_code = found.code, error_detail = found.detail,
    error_since = found.since, error_facts = found.facts, failures = found.failures, warnings = found.warnings,
    vendor_account = coalesce(found.account, clients.vendor_account),
    rooms = found.rooms, isolation = found.isolation, resuming = clients.resuming AND NOT found.resumed
  FROM unnest(
    $1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::int[], $7::text[],
    $8::text[], $9::text[], $10::boolean[], $11::text[], $12::text[], $13::jsonb[]
  ) AS found(key, status, code, detail, since, failures, warnings, rooms, configuration, resumed,
    isolation, facts, account)
  WHERE clients.key = found.key AND clients.configuration = found.configuration
    AND clients.paused_since IS NULL
  RETURNING clients.key`,
);

/** Stores which devices of clients are missing. $1 keys, $2 since when, $3 how many are found, $4 how many are missing. */
export const storeMissing = statement(
  'polls.store_missing',
  `INSERT INTO missing_devices (client_key, since, found, missing)
  SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::int[], $4::int[])
  ON CONFLICT (client_key) DO UPDATE SET
    since = excluded.since, found = excluded.found, missing = excluded.missing`,
);

/** Deletes the records of missing devices. $1 keys. */
export const deleteMissing = statement(
  'polls.delete_missing',
  `DELETE FROM missing_devices WHERE client_key = ANY($1::bigint[])`,
);

/** Adds listeners of clients, unless they have one. $1 keys. */
export const addListeners = statement(
  'polls.add_listeners',
  `INSERT INTO listeners (client_key) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING`,
);

/** Removes the listeners of clients. $1 keys. */
export const removeListeners = statement(
  'polls.remove_listeners',
  `DELETE FROM listeners WHERE client_key = ANY($1::bigint[])`,
);
