import { boundedBatchSql, boundedStatement, statement, type BoundedRow } from '@trellis/database';
import { callsSql, onResource } from '../batches/calls.js';
import { isOfValuesSql } from './value-changes.js';
import { isLatestSql } from './upsert.sql.js';
import { joinThingSql } from '../visibility/rules.js';

/** A locked thing, with its targets and what decides about them as JSON texts. */
export interface TargetsRow {
  key: string;
  properties: string;
  values: string;
  /** When each value last changed, by name (milliseconds since the epoch). */
  valueTimes: string;
  /** Null if it has none. */
  targets: string | null;
  now: Date;
}

const columns = `thing.key, thing.properties, thing."values",
  thing.value_times AS "valueTimes", thing.targets, now() AS now`;

/** Locks things, in one order to avoid deadlocks, and reads their targets. $1 ids, $2 developers, $3 subjects or nulls. */
export const lockTargets = statement<BoundedRow & TargetsRow>(
  'targets.lock',
  `WITH locked AS (
    SELECT call.position::int AS position, ${columns}
    FROM ${callsSql(onResource)} ${joinThingSql}
    ORDER BY thing.key FOR NO KEY UPDATE OF thing
  )
  ${boundedBatchSql(
    'SELECT locked.*, octet_length(properties) + octet_length("values") + octet_length("valueTimes") AS bytes FROM locked',
  )}`,
);

/** Reads the targets of things, as JSON texts. $1 ids, $2 developers, $3 subjects or nulls. */
export const showTargets = boundedStatement<BoundedRow & { targets: string | null }>(
  'targets.show',
  (bounded) =>
    bounded(`SELECT call.position::int AS position, thing.targets,
      coalesce(octet_length(thing.targets), 0) AS bytes
    FROM ${callsSql(onResource)} ${joinThingSql}`),
);

/** Reads the targets of locked things. $1 ids. */
export const readTargets = statement<TargetsRow & { id: string; client: string | null }>(
  'targets.read',
  `SELECT thing.id, thing.client_id AS client, ${columns} FROM things thing
  WHERE thing.id = ANY($1::uuid[])`,
);

/** Locks things with targets whose time is over, except those that others have locked. $1 the most. */
export const lockExpired = statement<
  TargetsRow & { id: string; developer: string; subject: string | null }
>(
  'targets.lock_expired',
  `SELECT thing.id, thing.developer, thing.subject, ${columns} FROM things thing
  WHERE thing.target_until <= now()
  ORDER BY thing.target_until LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
);

/** The most changes of a thing among which the one is looked for that somebody has requested. */
const maxLaterChanges = 500;

/**
 * Stores the targets of things, except those that were observed later, and records what became of them, and who requested
 * the values that were reached. $1 keys, $2 JSON texts or nulls, $3 when the first one becomes unconfirmed, or nulls,
 * $4 when the things were observed, or nulls; of the events $5 keys of things, $6 names, $7 JSON texts, $8 requesters as
 * JSON, or nulls; of the values that were reached $9 keys of things, $10 names, $11 since when the latest change of the
 * value may be the requested one, $12 requesters as JSON.
 */
export const storeTargets = statement(
  'targets.store',
  `WITH stored AS (
    UPDATE things thing SET targets = changed.targets, target_until = changed.until
    FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[])
      AS changed(key, targets, until, observed)
    WHERE thing.key = changed.key
      AND (changed.observed IS NULL OR ${isLatestSql('thing.observed', 'changed.observed')})
    RETURNING thing.key, thing.developer, thing.subject, thing.id
  ), attributed AS (
    UPDATE changes SET cause = given.cause
    FROM unnest($9::bigint[], $10::text[], $11::timestamptz[], $12::jsonb[])
        AS given(key, name, since, cause)
      JOIN stored ON stored.key = given.key
      CROSS JOIN LATERAL (
        SELECT looked.xact, looked.key, looked.created FROM (
          SELECT kind, name, xact, key, created FROM changes later
          WHERE later.resource = stored.id AND ${isOfValuesSql('later')}
            AND later.created >= given.since
          ORDER BY xact DESC, key DESC LIMIT ${maxLaterChanges}
        ) AS looked
        WHERE looked.kind = 'property_changed' AND looked.name = given.name
        ORDER BY looked.xact DESC, looked.key DESC LIMIT 1
      ) AS latest
    WHERE changes.resource = stored.id AND ${isOfValuesSql('changes')} AND changes.cause IS NULL
      AND changes.xact = latest.xact AND changes.key = latest.key
      AND changes.created = latest.created
  )
  INSERT INTO changes (developer, subject, resource, kind, name, value, cause)
  SELECT stored.developer, stored.subject, stored.id, 'target_changed', event.name, event.value,
    event.cause
  FROM unnest($5::bigint[], $6::text[], $7::text[], $8::jsonb[])
    WITH ORDINALITY AS event(key, name, value, cause, position)
  JOIN stored ON stored.key = event.key
  ORDER BY event.position`,
);
