import { statement } from '@trellis/database';

/**
 * Adds counts. Rows are ordered, so that processes do not deadlock. $1 developers, $2 when the ten minutes begin,
 * $3 polls, $4 failed polls, $5 late polls, $6 the longest lateness (ms), $7 changes of things.
 */
export const addActivity = statement(
  'activity.add',
  `INSERT INTO activity (developer, begins, polls, failed_polls, late_polls, max_lateness_ms, changes)
  SELECT * FROM unnest(
    $1::text[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[]
  ) AS counted(developer, begins, polls, failed_polls, late_polls, max_lateness_ms, changes)
  ORDER BY developer, begins
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
