import { clientStatus } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { authorizesClientsSql } from '../oauth/needs-authorization.js';

/** The predicate of the index `clients_attention_idx`: it has few clients besides those that need attention. */
const indexed = `(removal_failed OR (
  paused_since IS NULL AND (status <> 'STARTED' OR warnings IS NOT NULL OR sweep_held)
))`;

/**
 * Whether somebody should look at a client: it fails, works with warnings of its last poll, waits for its
 * authorization, has a sweep that is held, or cannot be removed. One that is paused is left alone. `types` are the
 * connector types all of whose clients have to be authorized.
 */
const needsAttentionSql = (types: string): string => `(${indexed} AND (
  status <> 'STARTING' OR removal_failed OR (tokens IS NULL AND (
    SELECT ${authorizesClientsSql('instance', types)} FROM instances instance WHERE instance.key = instance_key
  ))
))`;

/** What PostgreSQL makes of one page. */
interface PageRow {
  rows: { id: string; key: string }[];
}

/** A part of the union that has the pages of those calls for which `where` holds, with the index that fits it. */
const page = (where: string) => `(
  SELECT id, key FROM clients
  WHERE ${where} AND developer = asked.developer AND key > asked.after
    AND (asked.status IS NULL OR status = asked.status)
    AND (asked.paused IS NULL OR (paused_since IS NOT NULL) = asked.paused)
    AND (asked.attention IS NULL OR ${needsAttentionSql('$8')} = asked.attention)
  ORDER BY key LIMIT asked.take
)`;

/** A part for each status, since how many clients have it decides which index is the shortest way. */
const pagesByStatus = clientStatus.options.map((status) =>
  page(`asked.index = 3 AND asked.status = '${status}' AND status = '${status}'`),
);

/**
 * Pages of clients, in the order of the calls. $1 developers, $2 subjects or nulls, $3 the keys after
 * which the pages begin, $4 how many rows; or nulls: $5 only those with this status, $6 only those that are paused, or
 * that are not, $7 only those that need attention, or that do not. $8 types all of whose clients have to be authorized.
 */
export const listClientPages = statement<PageRow>(
  'clients.list',
  `SELECT (
    SELECT coalesce(json_agg(
      json_build_object('id', listed.id, 'key', listed.key::text) ORDER BY listed.key), '[]')
    FROM (
      ${page('asked.index = 1 AND subject = asked.subject')}
      UNION ALL
      ${page(`asked.index = 2 AND ${indexed}`)}
      UNION ALL
      ${pagesByStatus.join(' UNION ALL ')}
      UNION ALL
      ${page('asked.index = 4')}
    ) AS listed
  ) AS rows
  FROM (
    SELECT *, CASE
      WHEN subject IS NOT NULL THEN 1 WHEN attention THEN 2 WHEN status IS NOT NULL THEN 3 ELSE 4
    END AS index
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::text[], $6::boolean[], $7::boolean[])
      WITH ORDINALITY
        AS given(developer, subject, after, take, status, paused, attention, position)
  ) AS asked
  ORDER BY asked.position`,
);
