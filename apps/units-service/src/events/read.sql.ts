import { changeKind } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { visibleThingSql } from '../visibility/things.js';
import { visibleUnitSql } from '../visibility/units.js';

/** How many changes are looked at for one page, so that a rare kind among others takes no longer. */
export const maxLookedAt = 5_000;

/**
 * A page ends with the change that exceeds this length (bytes of the values). Whoever follows a stream
 * holds a page in memory, and values may be as long as a body.
 */
const pageBytes = 1024 * 1024;

/** Where reading is possible: up to the oldest transaction that may be in progress, and since when. */
export interface PositionRow {
  /** Id of that transaction. */
  horizon: string;
  now: Date;
  since: Date;
}

const positionSql = `
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon, clock_timestamp() AS now, since
  FROM changes_retention WHERE singleton`;

export const readPosition = statement<PositionRow>('changes.position', positionSql);

/** A change; those of things have columns that others do not. */
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
}

/** With each change of a page what is known of the page; one row without a change, if there is none. */
export interface PageRow extends PositionRow, Omit<ChangeRow, 'key'> {
  key: string | null;
  /** How many were looked at, and of these fit the question. */
  lookedAt: number;
  found: number;
  /** Whether some belong to transactions before which others may still be in progress. */
  isPending: boolean;
  /** The last one that was looked at and does not. */
  lastXact: string | null;
  lastKey: string | null;
  lastCreated: Date | null;
}

/**
 * Whether a change is told to a subject: what it owns, what is in its list, and its own links; of other units it
 * sees, how they change, and their links with what it sees.
 */
const visibleSql = `
  ($2::text IS NULL OR looked.subject = $2 OR (
    looked.kind IN ('unit_updated', 'unit_linked', 'unit_unlinked')
    AND EXISTS (
      SELECT 1 FROM units unit
      WHERE unit.id = looked.resource AND unit.developer = $1 AND ${visibleUnitSql('unit', '$2')})
    AND (looked.other IS NULL
      OR EXISTS (SELECT 1 FROM units unit
        WHERE unit.id = looked.other AND unit.developer = $1 AND ${visibleUnitSql('unit', '$2')})
      OR EXISTS (SELECT 1 FROM things thing
        WHERE thing.id = looked.other AND thing.developer = $1 AND ${visibleThingSql('thing', '$2')}))))`;

const followingSql = (source: string) => `(
  SELECT key, xact, subject, resource, other, client, kind, name, value, occurred, created
  FROM changes WHERE ${source} AND (xact, key) > ($3::xid8, $4::bigint)
  ORDER BY xact, key LIMIT ${maxLookedAt})`;

/**
 * Reads the changes after a position, and only up to the oldest transaction in progress: what is committed later has a
 * later position. A change that was made once another had been committed comes after it. `sources` are what indexes can find.
 * $1 developer, $2 subject or null, $3 transaction, $4 key, $5 kinds, $6 name or null, $7 thing or null, $8 the most.
 */
const read = (name: string, ...sources: string[]) =>
  statement<PageRow>(
    `changes.${name}`,
    `WITH position AS (${positionSql}), looked AS MATERIALIZED (
      SELECT listed.*, xact < (SELECT horizon FROM position)::xid8 AS is_settled
      FROM (${sources.map(followingSql).join(' UNION ALL ')}) AS listed
      ORDER BY xact, key LIMIT ${maxLookedAt}
    ), fitting AS (
      SELECT looked.*, count(*) OVER (ORDER BY xact, key) AS number,
        sum(coalesce(octet_length(value), 0)) OVER (ORDER BY xact, key)
          - coalesce(octet_length(value), 0) AS bytes_before
      FROM looked
      WHERE is_settled AND kind = ANY($5::text[]) AND ($6::text IS NULL OR name = $6)
        AND ($7::uuid IS NULL OR resource = $7) AND ${visibleSql}
    ), last AS (
      SELECT xact, key, created FROM looked WHERE is_settled ORDER BY xact DESC, key DESC LIMIT 1
    )
    SELECT position.*, page.key, page.xact::text AS xact, page.subject, page.resource, page.other,
      page.client, page.kind, page.name, page.value, page.occurred, page.created,
      (SELECT count(*)::int FROM looked) AS "lookedAt",
      (SELECT count(*)::int FROM fitting) AS found,
      EXISTS (SELECT 1 FROM looked WHERE NOT is_settled) AS "isPending",
      last.xact::text AS "lastXact", last.key AS "lastKey", last.created AS "lastCreated"
    FROM position LEFT JOIN last ON true LEFT JOIN (
      SELECT * FROM fitting WHERE number <= $8 AND bytes_before <= ${pageBytes}
    ) AS page ON true
    ORDER BY page.xact, page.key`,
  );

const valueKinds = `('property_changed', 'thing_event')`;

/** What each partial index has. */
const ofResources = `developer = $1 AND kind NOT IN ${valueKinds}`;
const ofValues = `developer = $1 AND kind IN ${valueKinds}`;

/** The statements by where they look. */
export const readChangesOf = {
  account: read('of_account', ofResources, ofValues),
  resources: read('of_resources', ofResources),
  values: read('of_values', ofValues),
  /** The values and events of one thing. */
  thing: read('of_thing', `resource = $7::uuid AND ${ofValues}`),
};

const resourceKinds: readonly string[] = changeKind.options;

/** Where to look for kinds of changes, of one thing if it is given. */
export function sourceOf(kinds: readonly string[], thing?: string): keyof typeof readChangesOf {
  if (kinds.every((kind) => resourceKinds.includes(kind))) return 'resources';
  if (kinds.some((kind) => resourceKinds.includes(kind))) return 'account';
  return thing === undefined ? 'values' : 'thing';
}
