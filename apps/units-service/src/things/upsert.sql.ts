import type { Attributes } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { callsSql } from '../batches/calls.js';
import { ensureSubjectsSql } from '../subjects/subjects.sql.js';
import { stateColumnNames, stateColumnTypes } from './row.js';

/** Adds missing rows of clients: $1 ids, $2 when the polls began, or nulls. */
export const ensureClients = statement(
  'things.ensure_clients',
  `INSERT INTO clients (id, polled)
  SELECT used.id, used.polled FROM unnest($1::uuid[], $2::timestamptz[]) AS used(id, polled)
  WHERE NOT EXISTS (SELECT 1 FROM clients known WHERE known.id = used.id)
  ORDER BY used.id
  ON CONFLICT DO NOTHING`,
);

/** Locks clients, so that they cannot be removed and other calls for them wait: $1 ids. */
export const lockClients = statement<{
  id: string;
  removed: boolean;
  polled: Date | null;
  answers: boolean;
}>(
  'things.lock_clients',
  `SELECT id, removed IS NOT NULL AS removed, polled, devices_answer AS answers FROM clients
  WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

/** Stores when the latest polls of clients began: $1 ids, $2 instants. */
export const storePolled = statement(
  'things.store_polled',
  `UPDATE clients client SET polled = latest.polled
  FROM unnest($1::uuid[], $2::timestamptz[]) AS latest(id, polled)
  WHERE client.id = latest.id`,
);

/**
 * Locks existing things, in one order to avoid deadlocks, and returns their ids, and the attributes of some of them. $1 ids,
 * $2 those with attributes.
 */
export const lockThings = statement<{
  id: string;
  hasTargets: boolean;
  attributes: Attributes | null;
}>(
  'things.lock',
  `SELECT id, targets IS NOT NULL AS "hasTargets", CASE WHEN id = ANY($2::uuid[]) THEN attributes END AS attributes
  FROM things WHERE id = ANY($1::uuid[]) ORDER BY key FOR NO KEY UPDATE`,
);

/**
 * Finds new things that are aliases, and whether that is since the polls began that found them; deletes the other aliases,
 * whose devices have things of their own again. $1 ids, $2 developers, $3 when the polls began, or nulls.
 */
export const findAliased = statement<{ id: string; isLater: boolean }>(
  'things.aliased',
  `WITH found AS (
    SELECT alias.id, coalesce(alias.created > found.polled, false) AS "isLater"
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS found(id, developer, polled)
    JOIN thing_aliases alias ON alias.id = found.id AND alias.developer = found.developer
  ), deleted AS (
    DELETE FROM thing_aliases USING found WHERE thing_aliases.id = found.id AND NOT found."isLater"
  )
  SELECT * FROM found`,
);

/**
 * Returns the condition that the stored state was not observed later. A time more than ten minutes later is from before
 * the clock was set back.
 */
export const isLatestSql = (stored: string, found: string) =>
  `(${stored} > ${found} AND ${stored} < ${found} + interval '10 minutes') IS NOT TRUE`;

/** Reads the values of existing things, as JSON texts: $1 ids. */
export const readStoredValues = statement<{ id: string; values: string }>(
  'things.stored_values',
  `SELECT id, "values" FROM things WHERE id = ANY($1::uuid[])`,
);

/**
 * Upserts things in order, except those of other clients and those that were observed later.
 * $1 ids, $2 developers, $3 subjects, $4 clients, $5 when they were observed, or nulls, $6 why it is not known
 * whether they are available, or nulls, $7 to $15 the columns of the state.
 */
export const upsertRows = statement(
  'things.upsert',
  `WITH found AS (
    SELECT * FROM ${callsSql({
      id: 'uuid',
      developer: 'text',
      subject: 'text',
      client: 'uuid',
      observed: 'timestamptz',
      unknown_reason: 'text',
      ...stateColumnTypes,
    })}
  ), ensured AS (
    ${ensureSubjectsSql('found')}
  )
  INSERT INTO things
    (id, developer, subject, client_id, observed, unknown_reason, ${stateColumnNames}, modified)
  SELECT id, developer, subject, client, observed, unknown_reason, ${stateColumnNames}, now()
  FROM found ORDER BY position
  ON CONFLICT (id) DO UPDATE SET
    identifiers = excluded.identifiers, title = excluded.title, types = excluded.types, description = excluded.description,
    properties = excluded.properties, actions = excluded.actions, events = excluded.events,
    "values" = excluded."values", available = excluded.available,
    unknown_reason = excluded.unknown_reason, observed = excluded.observed,
    modified = excluded.modified
  WHERE things.client_id = excluded.client_id
    AND ${isLatestSql('things.observed', 'excluded.observed')}`,
);

/**
 * Marks things as unavailable, unless they were observed later: $1 ids, $2 their clients, $3 when they were
 * missing, or nulls, $4 why it is not known whether they are available, or nulls.
 */
export const markMissing = statement(
  'things.mark_missing',
  `UPDATE things thing SET available = false, unknown_reason = missing.reason,
    observed = missing.observed, modified = now()
  FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[])
    AS missing(id, client, observed, reason)
  WHERE thing.id = missing.id AND thing.client_id = missing.client
    AND ${isLatestSql('thing.observed', 'missing.observed')}`,
);

/**
 * Stores new statuses of clients with one event each, however many things a client has. $1 ids, $2 developers,
 * $3 subjects, $4 codes of their errors (`paused` for a pause), or nulls, $5 since when, $6 attributes as JSON texts, or nulls,
 * $7 states of the paused ones as JSON texts, or nulls.
 * A pause between failures does not change since when nothing is known of the things of a client.
 */
export const storeStatuses = statement(
  'things.store_statuses',
  `WITH changed AS (
    UPDATE clients client SET error = next.error, developer = next.developer, status_since = CASE
      WHEN client.error IS NOT NULL AND next.error IS NOT NULL AND 'paused' IN (client.error, next.error)
      THEN client.status_since ELSE next.since END
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::jsonb[], $7::text[])
        AS next(id, developer, subject, error, since, attributes, state)
      JOIN clients was ON was.id = next.id
    WHERE client.id = next.id AND client.error IS DISTINCT FROM next.error
    RETURNING client.id, next.developer, next.subject, coalesce(next.state, next.error) AS value, was.error AS previous, next.attributes
  )
  INSERT INTO changes (developer, subject, resource, kind, value, previous, attributes)
  SELECT developer, subject, id, 'client_status_changed', value, previous, attributes FROM changed`,
);
