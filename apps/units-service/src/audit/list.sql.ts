import type { AuditEntry } from '@trellis/contracts';
import { statement } from '@trellis/database';

/** An entry; `scanned` and `last` are those of the whole page and the same in every row. */
export interface AuditRow {
  /** The number of scanned entries, and the last of them. */
  scanned: number;
  last: string | null;
  /** Null in the only row of a page without matching entries. */
  id: string | null;
  actor_type: AuditEntry['actor']['type'];
  actor: string;
  app: string | null;
  subject: string | null;
  operation: string;
  resource_type: string;
  resource_ids: string[];
  status: number | null;
  problem: string | null;
  succeeded: number | null;
  failed: number | null;
  request_id: string | null;
  address: string | null;
  user_agent: string | null;
}

const isGiven = (parameter: string, condition: string) =>
  `(${parameter}::text IS NULL OR ${condition})`;

/**
 * Lists entries of a developer, newest first. Indexes for the conditions would slow down every change; a page scans a
 * bounded number of entries instead.
 *
 * $1 developer, $2 the id before which and $3 the id from which on entries are scanned, $4 the most that are scanned;
 * $5 and $6 subject, $7 actor, $8 operation, $9 id of a resource, each or null; $10 the most entries.
 */
export const listEntries = statement<AuditRow>(
  'audit.list',
  `WITH scanned_entries AS MATERIALIZED (
    SELECT * FROM audit_entries
    WHERE developer = $1 AND id < $2::uuid AND id >= $3::uuid
    ORDER BY id DESC LIMIT $4
  )
  SELECT page.scanned, page.last, found.*
  FROM (
    SELECT count(*)::int AS scanned, (SELECT id FROM scanned_entries ORDER BY id LIMIT 1) AS last
    FROM scanned_entries
  ) AS page
  LEFT JOIN LATERAL (
    SELECT id, actor_type, actor, app, subject, operation, resource_type, resource_ids, status, problem,
      succeeded, failed, request_id, address, user_agent
    FROM scanned_entries
    WHERE ${isGiven('$5', 'subject = $5')} AND ${isGiven('$6', 'subject = $6')}
      AND ${isGiven('$7', 'actor = $7')} AND ${isGiven('$8', 'operation = $8')}
      AND ${isGiven('$9', '$9 = ANY (resource_ids)')}
    ORDER BY id DESC LIMIT $10
  ) AS found ON true
  ORDER BY found.id DESC`,
);
