import { statement } from '@trellis/database';
import { matchingThingsSql } from '../things/filter.sql.js';
import { visibleThingSql } from '../visibility/things.js';

interface ThingKey {
  key: string;
  id: string;
  client: string | null;
}

/** Things by their ids. $1 ids, $2 developer, $3 subject or null. */
export const readThingKeys = statement<ThingKey>(
  'events.thing-keys',
  `SELECT thing.key, thing.id, thing.client_id AS client FROM things thing
  WHERE thing.id = ANY ($1::uuid[]) AND thing.developer = $2 AND ${visibleThingSql('thing', '$3')}`,
);

/** Those of some things that meet conditions; see {@link matchingThingsSql}. */
export const matchingThings = statement<{ key: string }>(
  'events.matching-things',
  matchingThingsSql(),
);

/** How many changes of a thing are looked back at; what was before them is in the history of values. */
const maxLookedBack = 500;

/** Numbers that PostgreSQL can compare, whatever JSON may have. */
const numberSql = (json: string) =>
  `CASE WHEN ${json} ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][+-]?[0-9]{1,2})?$' THEN ${json}::float8 END`;

/** Whether something follows of a number, by `$5` to `$7`: the dead band, or nulls where something follows of any value. */
const isDecidedSql = (number: string) => `($5::float8 IS NULL OR (${number} IS NOT NULL AND NOT CASE
  WHEN $7::boolean THEN ${number} > $5 AND ${number} <= $6::float8
  ELSE ${number} >= $5 AND ${number} < $6::float8 END))`;

/** The longest value that is read (bytes): what others are compared with is shorter. */
const maxValueBytes = 8_192;
const boundedSql = (value: string) =>
  `CASE WHEN octet_length(${value}) <= ${maxValueBytes} THEN ${value} ELSE 'null' END`;

/**
 * The last value of a property of things before a change of which something follows, from the changes, or else from the
 * history. $1 things, $2 transactions and $3 keys of the changes, $4 name, $5 to $7 the dead band.
 */
export const readValuesBefore = statement<{ thing: string; value: string }>(
  'events.values-before',
  `SELECT asked.thing, coalesce(changed.value, kept.value) AS value
  FROM unnest($1::uuid[], $2::xid8[], $3::bigint[], $8::timestamptz[]) AS asked(thing, xact, key, created)
  LEFT JOIN LATERAL (
    SELECT ${boundedSql('looked.value')} AS value FROM (
      SELECT kind, name, value, xact, key FROM changes
      WHERE resource = asked.thing AND kind IN ('property_changed', 'thing_event')
        AND (xact, key) < (asked.xact, asked.key)
      ORDER BY xact DESC, key DESC LIMIT ${maxLookedBack}
    ) AS looked
    WHERE looked.kind = 'property_changed' AND looked.name = $4
      AND ${isDecidedSql(`(${numberSql('looked.value')})`)}
    ORDER BY looked.xact DESC, looked.key DESC LIMIT 1
  ) AS changed ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(ended.number::text, ended.value) AS value
    FROM (SELECT key FROM things WHERE id = asked.thing OFFSET 0) AS thing CROSS JOIN LATERAL (
      SELECT number, value, second, ms FROM thing_history
      WHERE changed.value IS NULL AND thing_key = thing.key AND name = $4
        AND second <= asked.created AND ${isDecidedSql('number')}
      ORDER BY second DESC, ms DESC LIMIT 1
    ) AS ended
  ) AS kept ON true
  WHERE coalesce(changed.value, kept.value) IS NOT NULL`,
);
