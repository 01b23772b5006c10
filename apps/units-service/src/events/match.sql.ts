import { statement } from '@trellis/database';
import { matchingThingsSql } from '../things/filter.sql.js';
import { isOfValuesSql } from '../things/value-changes.js';
import { visibleThingSql } from '../visibility/rules.js';

interface ThingKey {
  key: string;
  id: string;
  client: string | null;
}

/** Reads things by their ids. $1 ids, $2 developer, $3 subject or null. */
export const readThingKeys = statement<ThingKey>(
  'events.thing-keys',
  `SELECT thing.key, thing.id, thing.client_id AS client FROM things thing
  WHERE thing.id = ANY ($1::uuid[]) AND thing.developer = $2 AND ${visibleThingSql('thing', '$3')}`,
);

/** Selects the things that meet conditions; see {@link matchingThingsSql}. */
export const matchingThings = statement<{ key: string }>(
  'events.matching-things',
  matchingThingsSql(),
);

/** The maximum number of earlier changes of a thing that are scanned; values before them are in the history. */
const maxEarlier = 500;

/** Returns the number in a JSON text if PostgreSQL can compare it, or null. */
const numberSql = (json: string) =>
  `CASE WHEN ${json} ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][+-]?[0-9]{1,2})?$' THEN ${json}::float8 END`;

/** Returns the condition that a number decides a threshold, outside the dead band `$5` to `$7`; with nulls every value decides. */
const isDecidedSql = (number: string) => `($5::float8 IS NULL OR (${number} IS NOT NULL AND NOT CASE
  WHEN $7::boolean THEN ${number} > $5 AND ${number} <= $6::float8
  ELSE ${number} >= $5 AND ${number} < $6::float8 END))`;

/** The maximum length of a value that is read (bytes); values to compare with are shorter. */
const maxValueBytes = 8_192;
const boundedSql = (value: string) =>
  `CASE WHEN octet_length(${value}) <= ${maxValueBytes} THEN ${value} ELSE 'null' END`;

/**
 * Reads the last deciding value of a property before a change of each thing, from the changes or else from the history.
 * $1 things, $2 transactions and $3 keys of the changes, $4 name, $5 to $7 the dead band, $8 times of the changes.
 */
export const readValuesBefore = statement<{ thing: string; value: string }>(
  'events.values-before',
  `SELECT given.thing, coalesce(changed.value, stored.value) AS value
  FROM unnest($1::uuid[], $2::xid8[], $3::bigint[], $8::timestamptz[]) AS given(thing, xact, key, created)
  LEFT JOIN LATERAL (
    SELECT ${boundedSql('looked.value')} AS value FROM (
      SELECT kind, name, value, xact, key FROM changes
      WHERE resource = given.thing AND ${isOfValuesSql('changes')}
        AND (xact, key) < (given.xact, given.key)
      ORDER BY xact DESC, key DESC LIMIT ${maxEarlier}
    ) AS looked
    WHERE looked.kind = 'property_changed' AND looked.name = $4
      AND ${isDecidedSql(`(${numberSql('looked.value')})`)}
    ORDER BY looked.xact DESC, looked.key DESC LIMIT 1
  ) AS changed ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(ended.number::text, ended.value) AS value
    FROM (SELECT key FROM things WHERE id = given.thing OFFSET 0) AS thing CROSS JOIN LATERAL (
      SELECT number, value, second, ms FROM thing_history
      WHERE changed.value IS NULL AND thing_key = thing.key AND name = $4
        AND second <= given.created AND ${isDecidedSql('number')}
      ORDER BY second DESC, ms DESC LIMIT 1
    ) AS ended
  ) AS stored ON true
  WHERE coalesce(changed.value, stored.value) IS NOT NULL`,
);
