import { statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { visibleUnitSql } from '../visibility/rules.js';
import type { Link } from './cycle.js';

/** Locks the graphs of accounts until the end of the transaction, in one order to avoid deadlocks. $1 developers. */
export const lockGraphs = statement(
  'units.lock-graphs',
  `SELECT pg_advisory_xact_lock(account.key)
  FROM (
    SELECT DISTINCT hashtextextended(developer, 0) AS key FROM unnest($1::text[]) AS developer
    ORDER BY key
  ) AS account`,
);

/**
 * Locks the units that callers see, so that they cannot be deleted until the end of the transaction, and returns their keys.
 * $1 ids or nulls, $2 developers, $3 subjects or nulls.
 */
export const lockVisibleUnits = statement<{ position: number; key: string }>(
  'units.lock_visible',
  `SELECT call.position::int AS position, unit.key
  FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS call(id, developer, subject, position)
  JOIN units unit ON unit.id = call.id AND unit.developer = call.developer
    AND ${visibleUnitSql('unit', 'call.subject')}
  FOR KEY SHARE OF unit`,
);

/**
 * Reads the links above the parents of new links if a child of a new link is among them; otherwise, new links can only
 * close a cycle with each other. A child without children closes none, so that the links above its parent are not read.
 * $1 parents, $2 children.
 */
export const linksAbove = statement<Link>(
  'units.links-above',
  `WITH RECURSIVE added(parent, child) AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[])
  ), above(parent, child) AS (
    SELECT link.parent_key, link.child_key
    FROM (
      SELECT DISTINCT parent FROM added
      WHERE child IN (SELECT parent FROM added)
        OR EXISTS (SELECT 1 FROM unit_links below WHERE below.parent_key = added.child)
    ) AS start
    CROSS JOIN LATERAL (
      SELECT parent_key, child_key FROM unit_links WHERE child_key = start.parent OFFSET 0
    ) AS link
    UNION
    SELECT link.parent_key, link.child_key
    FROM above
    CROSS JOIN LATERAL (
      SELECT parent_key, child_key FROM unit_links WHERE child_key = above.parent OFFSET 0
    ) AS link
  )
  SELECT parent, child FROM above
  WHERE EXISTS (SELECT 1 FROM above WHERE parent IN (SELECT child FROM added))`,
);

/** Adds links that do not exist yet. $1 parents, $2 children, $3 entries of the audit log. */
export const addLinks = statement<Link>(
  'units.add-links',
  `WITH added AS (
    INSERT INTO unit_links (parent_key, child_key)
    SELECT * FROM unnest($1::bigint[], $2::bigint[])
    ON CONFLICT DO NOTHING
    RETURNING parent_key AS parent, child_key AS child
  ), ${recordedSql('$3')}
  SELECT parent, child FROM added`,
);

/** Reads the ids of units that a caller sees. $1 keys, $2 developer, $3 subject or null. */
export const idsOfKeys = statement<{ key: string; id: string }>(
  'units.ids-of-keys',
  `SELECT unit.key, unit.id FROM units unit
  WHERE unit.key = ANY($1::bigint[]) AND unit.developer = $2 AND ${visibleUnitSql('unit', '$3')}`,
);
