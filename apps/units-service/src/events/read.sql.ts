import type { Attributes } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { callsSql } from '../batches/calls.js';
import { freshSql } from '../things/occurrences.sql.js';
import { isOfValuesSql, valueKinds } from '../things/value-changes.js';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';

/** The maximum number of changes that are scanned for one page, which bounds the search for a rare kind. */
export const maxScanned = 5_000;

/**
 * The size after which a page ends (bytes of the values): readers hold a page in memory, and values may be as long as a
 * body.
 */
const pageBytes = 1024 * 1024;

/** The range that can be read: since an instant, up to the oldest transaction that may be in progress. */
export interface PositionRow {
  horizon: string;
  now: Date;
  since: Date;
}

const positionSql = `
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon, clock_timestamp() AS now, since
  FROM changes_retention WHERE singleton`;

export const readPosition = statement<PositionRow>('changes.position', positionSql);

/** A change; some columns are only set for things. */
export interface ChangeRow {
  key: string;
  xact: string;
  subject: string | null;
  resource: string | null;
  other: string | null;
  client: string | null;
  kind: string;
  name: string | null;
  value: string | null;
  occurred: Date | null;
  created: Date;
  /** Those of the thing, or of the client; null if there are none. */
  attributes: Attributes | null;
}

/** A change together with data on the whole page; a page without changes has one row without a key. */
export interface PageRow extends PositionRow, Omit<ChangeRow, 'key'> {
  key: string | null;
  /** The number of scanned changes, and of those that match. */
  scanned: number;
  found: number;
  /** Whether some were left out because earlier transactions may still be in progress. */
  isPending: boolean;
  /** The last scanned change that was not left out. */
  lastXact: string | null;
  lastKey: string | null;
  lastCreated: Date | null;
}

/**
 * The condition that a subject sees a change: those of its own units, of its things and of its links; for other units that
 * it sees, their updates and their links with resources that it sees.
 */
const visibleSql = `
  ($2::text IS NULL OR scanned.subject = $2 OR (
    scanned.kind IN ('unit_updated', 'unit_linked', 'unit_unlinked')
    AND EXISTS (
      SELECT 1 FROM units unit
      WHERE unit.id = scanned.resource AND unit.developer = $1 AND ${visibleUnitSql('unit', '$2')})
    AND (scanned.other IS NULL
      OR EXISTS (SELECT 1 FROM units unit
        WHERE unit.id = scanned.other AND unit.developer = $1 AND ${visibleUnitSql('unit', '$2')})
      OR EXISTS (SELECT 1 FROM things thing
        WHERE thing.id = scanned.other AND thing.developer = $1 AND ${visibleThingSql('thing', '$2')}))))`;

const thingKinds = [...valueKinds, 'thing_created', 'thing_updated', 'target_changed']
  .map((kind) => `'${kind}'`)
  .join(', ');

/** Adds the current attributes of things to the changes of a page; those of deletions and clients are stored. */
const attributedSql = `
  SELECT found.xact, found.key, found.subject, found.resource, found.other, found.client, found.kind,
    found.name, found.value, found.occurred, found.created, found.number, known.attributes,
    coalesce(octet_length(known.attributes::text), 0) AS attribute_bytes
  FROM (SELECT * FROM fitting WHERE number <= $8 AND bytes_before <= ${pageBytes}) AS found
  CROSS JOIN LATERAL (
    SELECT coalesce(found.attributes, CASE WHEN found.kind IN (${thingKinds}) THEN (
      SELECT thing.attributes FROM things thing WHERE thing.id = found.resource
    ) END) AS attributes
  ) AS known`;

const followingSql = (source: string) => `(
  SELECT key, xact, subject, resource, other, client, kind, name, value, occurred, created, attributes
  FROM changes WHERE ${source} AND (xact, key) > ($3::xid8, $4::bigint)
  ORDER BY xact, key LIMIT ${maxScanned})`;

/**
 * Declares a statement for the changes after a position, up to the oldest transaction in progress: what is committed later
 * has a later position. `sources` are conditions that indexes support.
 * $1 developer, $2 subject or null, $3 transaction, $4 key, $5 kinds, $6 name or null, $7 thing or null, $8 the most.
 */
const read = (name: string, ...sources: string[]) =>
  statement<PageRow>(
    `changes.${name}`,
    `WITH position AS (${positionSql}), scanned AS MATERIALIZED (
      SELECT listed.*, xact < (SELECT horizon FROM position)::xid8 AS is_settled
      FROM (${sources.map(followingSql).join(' UNION ALL ')}) AS listed
      ORDER BY xact, key LIMIT ${maxScanned}
    ), fitting AS (
      SELECT scanned.*, count(*) OVER (ORDER BY xact, key) AS number,
        sum(coalesce(octet_length(value), 0)) OVER (ORDER BY xact, key)
          - coalesce(octet_length(value), 0) AS bytes_before
      FROM scanned
      WHERE is_settled AND kind = ANY($5::text[]) AND ($6::text IS NULL OR name = $6)
        AND ($7::uuid IS NULL OR resource = $7) AND ${visibleSql}
    ), last AS (
      SELECT xact, key, created FROM scanned WHERE is_settled ORDER BY xact DESC, key DESC LIMIT 1
    )
    SELECT position.*, page.key, page.xact::text AS xact, page.subject, page.resource, page.other,
      page.client, page.kind, page.name, page.value, page.occurred, page.created, page.attributes,
      (SELECT count(*)::int FROM scanned) AS "scanned",
      (SELECT count(*)::int FROM fitting) AS found,
      EXISTS (SELECT 1 FROM scanned WHERE NOT is_settled) AS "isPending",
      last.xact::text AS "lastXact", last.key AS "lastKey", last.created AS "lastCreated"
    FROM position LEFT JOIN last ON true LEFT JOIN (
      SELECT * FROM (
        SELECT attributed.*, sum(attribute_bytes) OVER (ORDER BY number) - attribute_bytes AS attribute_bytes_before
        FROM (${attributedSql}) AS attributed
      ) AS sized
      WHERE attribute_bytes_before <= ${pageBytes}
    ) AS page ON true
    ORDER BY page.xact, page.key`,
  );

/** The conditions of the partial indexes. */
const ofResources = `developer = $1 AND NOT (${isOfValuesSql('changes')})`;
const ofValues = `developer = $1 AND ${isOfValuesSql('changes')}`;

/** The statements, by the index that they use. */
export const readChangesOf = {
  account: read('of_account', ofResources, ofValues),
  resources: read('of_resources', ofResources),
  values: read('of_values', ofValues),
  thing: read('of_thing', `resource = $7::uuid AND ${ofValues}`),
};

/** Returns the statement for kinds of changes, of one thing if it is given. */
export function sourceOf(kinds: readonly string[], thing?: string): keyof typeof readChangesOf {
  const count = kinds.filter((kind) => valueKinds.includes(kind)).length;
  if (count === 0) return 'resources';
  if (count < kinds.length) return 'account';
  return thing === undefined ? 'values' : 'thing';
}

/** Serializes the transactions that store changes of clients. */
export const lockClientChanges = statement(
  'changes.lock_of_clients',
  `SELECT pg_advisory_xact_lock(hashtextextended('changes of clients', 0))`,
);

/**
 * Stores changes of connector clients in order, except those stored already. $1 ids, $2 developers, $3 subjects,
 * $4 clients, $5 kinds, $6 attributes as JSON texts, or nulls.
 */
export const insertClientChanges = statement(
  'changes.insert_of_clients',
  `WITH call AS (
    SELECT * FROM ${callsSql({ id: 'uuid', developer: 'text', subject: 'text', client: 'uuid', kind: 'text', attributes: 'jsonb' })}
  ), ${freshSql('call')}
  INSERT INTO changes (developer, subject, resource, kind, attributes)
  SELECT developer, subject, client, kind, attributes FROM fresh ORDER BY position`,
);
