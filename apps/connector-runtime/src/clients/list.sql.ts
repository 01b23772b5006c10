import { clientStatus } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { authorizesClientsSql } from '../oauth/needs-authorization.js';

/** The predicate of the index `clients_attention_idx`, which covers few other clients. */
const indexed = `(removal_failed OR (
  paused_since IS NULL AND (status <> 'STARTED' OR warnings IS NOT NULL OR devices_missing)
))`;

/**
 * The condition for clients that need attention: those that fail, have warnings from their last poll, wait for
 * authorization, miss many devices, or cannot be removed. Paused clients do not. `types` are the connector types whose
 * clients all have to be authorized.
 */
const needsAttentionSql = (types: string): string => `(${indexed} AND (
  status <> 'STARTING' OR removal_failed OR (tokens IS NULL AND (
    SELECT ${authorizesClientsSql('instance', types)} FROM instances instance WHERE instance.key = instance_key
  ))
))`;

/** The condition for clients that have attributes, in the form of the index on them. */
const hasAttributesSql = `attributes IS NOT NULL
    AND jsonb_set('{}', ARRAY[developer], attributes) @> jsonb_build_object(call.developer, call.attributes)`;

interface PageRow {
  rows: { id: string; key: string }[];
}

/** A part of the union: the pages of the calls for which `where` holds, read by the index that fits. */
const page = (where: string) => `(
  SELECT id, key FROM clients
  WHERE ${where} AND developer = call.developer AND key > call.after
    AND (call.via IS NULL OR via = call.via)
    AND (call.attributes IS NULL OR attributes @> call.attributes)
    AND (call.status IS NULL OR status = call.status)
    AND (call.paused IS NULL OR (paused_since IS NOT NULL) = call.paused)
    AND (call.attention IS NULL OR ${needsAttentionSql('$8')} = call.attention)
  ORDER BY key LIMIT call.take
)`;

/** One part for each status, because the best index depends on how many clients have it. */
const pagesByStatus = clientStatus.options.map((status) =>
  page(`call.index = 3 AND call.status = '${status}' AND status = '${status}'`),
);

/**
 * Pages of clients, in the order of the calls. $1 developers, $2 subjects or nulls, $3 keys after which the pages
 * begin, $4 how many rows. Filters or nulls: $5 status, $6 whether paused, $7 whether they need attention. $8 types
 * whose clients all have to be authorized, $9 attributes as JSON texts, $10 agents or nulls.
 */
export const listClientPages = statement<PageRow>(
  'clients.list',
  `SELECT (
    SELECT coalesce(json_agg(
      json_build_object('id', listed.id, 'key', listed.key::text) ORDER BY listed.key), '[]')
    FROM (
      ${page('call.index = 1 AND subject = call.subject')}
      UNION ALL
      ${page(`call.index = 2 AND ${indexed}`)}
      UNION ALL
      ${pagesByStatus.join(' UNION ALL ')}
      UNION ALL
      ${page('call.index = 4')}
      UNION ALL
      ${page(`call.index = 5 AND ${hasAttributesSql}`)}
      UNION ALL
      ${page('call.index = 6 AND via = call.via')}
    ) AS listed
  ) AS rows
  FROM (
    SELECT *, CASE
      WHEN via IS NOT NULL THEN 6 WHEN subject IS NOT NULL THEN 1 WHEN attributes IS NOT NULL THEN 5 WHEN attention THEN 2
      WHEN status IS NOT NULL THEN 3 ELSE 4
    END AS index
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::text[], $6::boolean[], $7::boolean[],
        $9::jsonb[], $10::uuid[])
      WITH ORDINALITY
        AS given(developer, subject, after, take, status, paused, attention, attributes, via, position)
  ) AS call
  ORDER BY call.position`,
);
