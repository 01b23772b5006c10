import { pseudonymOf } from '@trellis/contracts';
import type { ErasureStep } from '@trellis/database';

/** How many entries one part looks at. */
const pageSize = 10_000;

/**
 * Replaces the subject, and the ids of its resources, in the entries of the audit log. Entries keep the time, the operation,
 * its outcome and the app. Of an end user who acted in a browser, the address is deleted.
 */
export const eraseFromAuditLog: ErasureStep = {
  kind: 'audit_entries',
  async erase(db, { id, developer, subject }, cursor) {
    await db.query(`SELECT set_config('trellis.erasing', 'on', true)`);
    const { rows } = await db.query<{ count: number; scanned: number; last: string }>(
      `WITH page AS MATERIALIZED (
        SELECT entry.id, coalesce(entry.subject = $4, false) OR $4 = ANY (entry.resource_ids) AS is_own,
          (
            SELECT array_agg(erased.id::text) FROM erased_resources erased
            WHERE erased.erasure = $3::uuid AND erased.id IN (
              SELECT named::uuid FROM unnest(entry.resource_ids) AS named
              WHERE named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
          ) AS resources
        FROM audit_entries entry
        WHERE entry.developer = $1 AND entry.id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
        ORDER BY entry.id LIMIT ${pageSize}
      ), hidden AS (
        UPDATE audit_entries entry SET
          subject = CASE WHEN entry.subject = $4 THEN $5 ELSE entry.subject END,
          actor = CASE WHEN entry.actor_type = 'subject' AND entry.actor = $4 THEN $5 ELSE entry.actor END,
          resource_ids = CASE WHEN page.is_own THEN ARRAY[$5] ELSE ARRAY(
            SELECT DISTINCT CASE WHEN named = ANY (page.resources) THEN $5 ELSE named END
            FROM unnest(entry.resource_ids) AS named) END,
          request_id = NULL,
          address = CASE WHEN entry.actor_type = 'subject' THEN NULL ELSE entry.address END,
          user_agent = CASE WHEN entry.actor_type = 'subject' THEN NULL ELSE entry.user_agent END
        FROM page WHERE entry.id = page.id AND (page.is_own OR page.resources IS NOT NULL)
        RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM hidden) AS count,
        (SELECT count(*)::int FROM page) AS scanned,
        (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last`,
      [developer, cursor, id, subject, pseudonymOf(id)],
    );
    const { count, scanned, last } = rows[0]!;
    return { count, next: scanned === pageSize ? last : null };
  },
};
