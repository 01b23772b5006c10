import { statement } from '@trellis/database';

/**
 * Adds counts, of accounts and of their connector types. Rows are ordered, so that processes do not deadlock.
 * $1 developers, $2 when the ten minutes begin, $3 connector types, $4 polls, $5 failed polls, $6 late polls, $7 the
 * longest lateness, $8 the sum of the durations and $9 the longest one (ms), $10 changes of things.
 */
export const addActivity = statement(
  'activity.add',
  `WITH counted AS (
    SELECT * FROM unnest(
      $1::text[], $2::timestamptz[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[],
      $8::bigint[], $9::int[], $10::int[]
    ) AS counted(developer, begins, connector_type, polls, failed_polls, late_polls, max_lateness_ms,
      duration_ms, max_duration_ms, changes)
  ), of_types AS (
    INSERT INTO connector_activity AS known (developer, connector_type, begins, polls, failed_polls,
      late_polls, max_lateness_ms, duration_ms, max_duration_ms)
    SELECT developer, connector_type, begins, polls, failed_polls, late_polls, max_lateness_ms,
      duration_ms, max_duration_ms
    FROM counted WHERE polls > 0 ORDER BY developer, connector_type, begins
    ON CONFLICT (developer, connector_type, begins) DO UPDATE SET
      polls = known.polls + excluded.polls,
      failed_polls = known.failed_polls + excluded.failed_polls,
      late_polls = known.late_polls + excluded.late_polls,
      max_lateness_ms = greatest(known.max_lateness_ms, excluded.max_lateness_ms),
      duration_ms = known.duration_ms + excluded.duration_ms,
      max_duration_ms = greatest(known.max_duration_ms, excluded.max_duration_ms)
  )
  INSERT INTO activity (developer, begins, polls, failed_polls, late_polls, max_lateness_ms, changes)
  SELECT developer, begins, sum(polls), sum(failed_polls), sum(late_polls), max(max_lateness_ms),
    sum(changes)
  FROM counted GROUP BY developer, begins ORDER BY developer, begins
  ON CONFLICT (developer, begins) DO UPDATE SET
    polls = activity.polls + excluded.polls,
    failed_polls = activity.failed_polls + excluded.failed_polls,
    late_polls = activity.late_polls + excluded.late_polls,
    max_lateness_ms = greatest(activity.max_lateness_ms, excluded.max_lateness_ms),
    changes = activity.changes + excluded.changes`,
);

export interface ActivityRow {
  begins: Date;
  polls: number;
  failedPolls: number;
  latePolls: number;
  maxLatenessMs: number;
  changes: number;
}

/** Reads the counts of a developer. $1 developer, $2 since when. */
export const readActivityRows = statement<ActivityRow>(
  'activity.read',
  `SELECT begins, polls, failed_polls AS "failedPolls", late_polls AS "latePolls",
    max_lateness_ms AS "maxLatenessMs", changes
  FROM activity WHERE developer = $1 AND begins >= $2::timestamptz`,
);

export interface InstanceActivityRow extends Omit<ActivityRow, 'changes'> {
  durationMs: number;
  maxDurationMs: number;
}

/** Reads the counts of a connector type. $1 developer, $2 since when, $3 connector type. */
export const readInstanceActivityRows = statement<InstanceActivityRow>(
  'activity.read_of_instance',
  `SELECT begins, polls, failed_polls AS "failedPolls", late_polls AS "latePolls",
    max_lateness_ms AS "maxLatenessMs", duration_ms::float AS "durationMs",
    max_duration_ms AS "maxDurationMs"
  FROM connector_activity
  WHERE developer = $1 AND connector_type = $3 AND begins >= $2::timestamptz`,
);

/** Counts the clients of a developer by status, with those that are paused, by two indexes. $1 developer. */
export const countClients = statement<{ status: string; all: number; paused: number }>(
  'activity.count_clients',
  `SELECT every.status, every.count AS all, coalesce(rest.count, 0) AS paused
  FROM (
    SELECT status, count(*)::int AS count FROM clients WHERE developer = $1 GROUP BY status
  ) AS every
  LEFT JOIN (
    SELECT status, count(*)::int AS count FROM clients
    WHERE developer = $1 AND paused_since IS NOT NULL GROUP BY status
  ) AS rest ON rest.status = every.status`,
);
