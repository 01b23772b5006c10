import { statement } from '@trellis/database';

/** An instance that one of the callers sees, with the position of the call in its batch. */
interface InstanceReadRow {
  position: number;
  id: string;
  developer: string;
  connectorType: string;
  configuration: string;
  clientsPerSubject: number;
  authorizes: boolean | null;
  clients: string[];
}

/**
 * Reads instances with their first clients, or those of a subject.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 the most clients of each.
 */
export const readInstances = statement<InstanceReadRow>(
  'instances.read',
  `SELECT call.position::int AS position, instance.id, instance.developer,
    instance.connector_type AS "connectorType",
    instance.configuration, instance.clients_per_subject AS "clientsPerSubject",
    instance.authorizes,
    (
      SELECT coalesce(json_agg(listed.id ORDER BY listed.key), '[]')
      FROM (
        (SELECT id, key FROM clients WHERE instance_key = instance.key AND call.subject IS NULL
          ORDER BY key LIMIT $4)
        UNION ALL
        (SELECT id, key FROM clients WHERE instance_key = instance.key AND subject = call.subject
          ORDER BY key LIMIT $4)
      ) AS listed
    ) AS clients
  FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS call(id, developer, subject, position)
  JOIN instances instance ON instance.id = call.id AND instance.developer = call.developer`,
);

interface PageRow {
  rows: { id: string; key: string }[];
}

/**
 * Pages of instances, in the order of the calls. A developer has few instances, so an index over keys would save
 * nothing. $1 developers, $2 keys after which the pages begin, $3 how many rows.
 */
export const listInstancePages = statement<PageRow>(
  'instances.list',
  `SELECT (
    SELECT coalesce(json_agg(
      json_build_object('id', listed.id, 'key', listed.key::text) ORDER BY listed.key), '[]')
    FROM (
      SELECT id, key FROM instances
      WHERE developer = call.developer AND key > call.after ORDER BY key LIMIT call.take
    ) AS listed
  ) AS rows
  FROM unnest($1::text[], $2::bigint[], $3::int[])
    WITH ORDINALITY AS call(developer, after, take, position)
  ORDER BY call.position`,
);
