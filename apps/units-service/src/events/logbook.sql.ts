import { statement } from '@trellis/database';
import { valueKinds } from '../things/value-changes.js';
import { visibleThingSql } from '../visibility/rules.js';

/** The maximum number of changes that are scanned for one page. */
export const maxScannedEntries = 5_000;

/** The size after which a page ends (bytes of values). */
const pageBytes = 1024 * 1024;

const kindsSql = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ');

/** Changes that are rarer than those of values; their index is partial. */
const stateKinds = ['thing_updated', 'target_changed', 'client_status_changed'];
const ofStates = `kind IN (${kindsSql([...stateKinds, 'device_replaced', 'device_restored'])})`;
const ofValues = `kind IN (${kindsSql(valueKinds)})`;

/** A change of a thing or its client. */
interface EntryRow {
  key: string;
  xact: string;
  kind: string;
  name: string | null;
  /** JSON texts, or as the trigger `record_thing_changes` stores them. */
  value: string | null;
  previous: string | null;
  cause: unknown;
  occurred: Date | null;
  other: string | null;
  created: Date;
  /** The state of the thing itself when its client failed or worked again: `true`, `false`, or why it was unknown. */
  state: string | null;
}

/** An entry together with data on the whole page; a page without entries has one row without a key. */
export interface LogbookRow extends Omit<EntryRow, 'key'> {
  key: string | null;
  /** The number of scanned changes, and of those that match. */
  scanned: number;
  found: number;
  /** The last scanned change. */
  lastXact: string | null;
  lastKey: string | null;
  lastCreated: Date | null;
}

const precedingSql = (resource: string, kinds: string) => `(
  SELECT key, xact, resource, kind, name, value, previous, cause, occurred, other, created
  FROM changes WHERE resource = (SELECT ${resource} FROM thing) AND ${kinds}
    AND (xact, key) < ($4::xid8, $5::bigint) AND created >= $6::timestamptz AND created < $7::timestamptz
  ORDER BY xact DESC, key DESC LIMIT ${maxScannedEntries})`;

/**
 * Reads the changes of a thing and those of the status of its client before a position, newest first; no row if the caller
 * does not see the thing. $1 id, $2 developer, $3 subject or null, $4 transaction and $5 key of the position, $6 the first
 * instant and $7 the one after the last, $8 kinds, $9 name or null, $10 the most.
 */
export const readEntries = statement<LogbookRow>(
  'changes.logbook',
  `WITH thing AS (
    SELECT thing.id, thing.client_id, thing.created,
      coalesce(thing.unknown_reason, thing.available::text) AS state
    FROM things thing WHERE thing.id = $1::uuid AND thing.developer = $2 AND ${visibleThingSql('thing', '$3')}
  ), scanned AS MATERIALIZED (
    SELECT * FROM (
      ${precedingSql('id', `${ofValues} AND $8::text[] && ARRAY[${kindsSql(valueKinds)}]`)}
      UNION ALL ${precedingSql('id', ofStates)}
      UNION ALL ${precedingSql('client_id', `${ofStates} AND kind = 'client_status_changed'`)}
    ) AS listed
    ORDER BY xact DESC, key DESC LIMIT ${maxScannedEntries}
  ), fitting AS (
    SELECT scanned.*, count(*) OVER newest AS number,
      sum(coalesce(octet_length(value), 0)) OVER newest - coalesce(octet_length(value), 0) AS bytes_before
    FROM scanned CROSS JOIN thing
    WHERE kind = ANY ($8::text[]) AND ($9::text IS NULL OR name = $9)
      AND CASE kind
        WHEN 'thing_updated' THEN previous IS NOT NULL AND (previous = 'true') <> (value = 'true')
        WHEN 'client_status_changed' THEN scanned.created >= thing.created
        WHEN 'target_changed' THEN "to_readable_json"(value) ->> 'status' <> 'confirmed'
        ELSE true END
    WINDOW newest AS (ORDER BY xact DESC, key DESC)
  ), last AS (
    SELECT xact, key, created FROM scanned ORDER BY xact, key LIMIT 1
  )
  SELECT page.key, page.xact::text AS xact, page.kind, page.name, page.value, page.previous, page.cause,
    page.occurred, page.other, page.created,
    CASE page.kind WHEN 'client_status_changed' THEN coalesce((
      SELECT later.previous FROM changes later
      WHERE later.resource = thing.id AND later.${ofStates} AND later.kind = 'thing_updated'
        AND later.previous IS NOT NULL AND (later.xact, later.key) > (page.xact, page.key)
      ORDER BY later.xact, later.key LIMIT 1
    ), thing.state) END AS state,
    (SELECT count(*)::int FROM scanned) AS "scanned", (SELECT count(*)::int FROM fitting) AS found,
    last.xact::text AS "lastXact", last.key AS "lastKey", last.created AS "lastCreated"
  FROM thing LEFT JOIN last ON true LEFT JOIN (
    SELECT * FROM fitting WHERE number <= $10 AND bytes_before <= ${pageBytes}
  ) AS page ON true
  ORDER BY page.xact DESC, page.key DESC`,
);
