import type { ErasureStep } from '@trellis/database';
import { valueKinds } from '../things/value-changes.js';

/** How many changes one part looks at. */
const pageSize = 10_000;

const values = `IN (${valueKinds.map((kind) => `'${kind}'`).join(', ')})`;

/**
 * Deletes the changes of the subject and of its resources, and leaves it out of the causes of others. The condition on kinds
 * selects the index by which they are found.
 */
const changesOf = (kinds: string): ErasureStep => ({
  kind: 'events',
  async erase(db, { id, developer, subject }, cursor) {
    const [xact, key] = (cursor ?? '0 0').split(' ');
    const { rows } = await db.query<{ count: number; scanned: number; last: string }>(
      `WITH page AS MATERIALIZED (
        SELECT change.xact, change.key, change.cause,
          coalesce(change.subject = $5, false) OR EXISTS (
            SELECT FROM erased_resources erased
            WHERE erased.erasure = $4::uuid AND erased.id IN (change.resource, change.other, change.client)
          ) AS is_own
        FROM changes change
        WHERE change.developer = $1 AND change.kind ${kinds}
          AND (change.xact, change.key) > ($2::xid8, $3::bigint)
        ORDER BY change.xact, change.key LIMIT ${pageSize}
      ), deleted AS (
        DELETE FROM changes USING page
        WHERE page.is_own AND changes.developer = $1 AND changes.kind ${kinds}
          AND changes.xact = page.xact AND changes.key = page.key
        RETURNING 1
      ), hidden AS (
        UPDATE changes SET cause = changes.cause - 'subject' FROM page
        WHERE NOT page.is_own AND page.cause ->> 'subject' = $5
          AND changes.developer = $1 AND changes.kind ${kinds}
          AND changes.xact = page.xact AND changes.key = page.key
        RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM deleted) + (SELECT count(*)::int FROM hidden) AS count,
        (SELECT count(*)::int FROM page) AS scanned,
        (SELECT xact || ' ' || key FROM page ORDER BY xact DESC, key DESC LIMIT 1) AS last`,
      [developer, xact, key, id, subject],
    );
    const { count, scanned, last } = rows[0]!;
    return { count, next: scanned === pageSize ? last : null };
  },
});

export const changesOfResources = changesOf(`NOT ${values}`);
export const changesOfValues = changesOf(values);
