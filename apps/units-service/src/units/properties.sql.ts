import type { UnitProperty } from '@trellis/contracts';
import {
  boundedBatchSql,
  boundedStatement,
  sizedCallsSql,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource, pageOfList } from '../batches/calls.js';
import { joinUnitSql } from '../visibility/rules.js';
import { lockUnitsSql } from './write.sql.js';

/** Reads properties: $1 ids, $2 developers, $3 subjects or nulls, $4 names or nulls. */
export const readPropertyOf = boundedStatement<BoundedRow & { value: string | null }>(
  'units.property',
  (bounded) =>
    bounded(`
    SELECT call.position::int AS position, property.value,
      coalesce(octet_length(property.value), 0) AS bytes
    FROM ${callsSql({ ...onResource, name: 'text' })} ${joinUnitSql}
    LEFT JOIN unit_properties property
      ON property.unit_key = unit.key AND property.name = call.name`),
);

export interface PropertiesRow extends BoundedRow {
  /** One more than the page holds if another page follows; ends with nulls where the page has no more room. */
  properties: ((UnitProperty & { key: string }) | null)[];
}

/** The properties of a page of `call`, with their sizes. */
const properties = `
  SELECT key, name, value, octet_length(name) + octet_length(value) AS bytes
  FROM unit_properties
  WHERE unit_key = call.unit AND key > call.after
  ORDER BY key LIMIT call.max + 1`;

/** The pages of a batch. */
const pages = `
  SELECT call.position, call.after, call.max, unit.key AS unit
  FROM ${callsSql({ ...onResource, ...pageOfList })} ${joinUnitSql}`;

/** Lists properties of units: $1 ids, $2 developers, $3 subjects or nulls, $4 and $5 pages. */
export const listPropertiesOf = statement<PropertiesRow>(
  'units.properties',
  `SELECT call.position::int AS position, call."deferredFrom", (
    SELECT coalesce(json_agg(CASE WHEN listed.fits THEN json_build_object(
      'key', listed.key::text, 'name', listed.name, 'value', listed.value::json
    ) END ORDER BY listed.key), '[]')
    FROM (${sizedItemsSql(properties)}) AS listed
  ) AS properties
  FROM (${boundedBatchSql(sizedCallsSql(`(${pages}) AS call`, properties))}) AS call`,
);

/** The outcome of a call whose caller sees the unit. */
export interface WrittenRow {
  position: number;
  changed: boolean;
  /** Whether the unit has room for the writes of all calls of the batch; if not, nothing is written. */
  fits: boolean;
  /** The use of quotas by its properties before. */
  properties: string;
  bytes: string;
}

/**
 * Returns common table expressions that measure units (`measure_unit`) and select the writes to those with room: `fits` is
 * evaluated for each unit. $4 names, $5 values, $6 the expected versions of each, separated by commas, or null.
 */
const measuredSql = (fits: string) => `
  target AS (
    ${lockUnitsSql({ name: 'text', value: 'text', expected: 'text' })}
  ), wanted AS (
    SELECT key, count(DISTINCT name) AS properties, array_agg(name) AS names,
      sum(octet_length(name) + octet_length(value)) AS bytes
    FROM target GROUP BY key
  ), measured AS (
    SELECT wanted.key, used.properties, used.bytes, ${fits} AS fits
    FROM wanted CROSS JOIN LATERAL measure_unit(wanted.key, wanted.names) AS used
  ), fitting AS (
    SELECT target.* FROM target JOIN measured ON measured.key = target.key WHERE measured.fits
  )`;

const changedCalls = 'SELECT position FROM outcome WHERE changed';

const measuredColumns = 'measured.fits, measured.properties, measured.bytes';

/** The condition that a call is the first in the batch that names a property. */
const isFirst =
  'row_number() OVER (PARTITION BY target.key, target.name ORDER BY target.position) = 1';

/**
 * Adds properties to the units that have room for them: $1 ids, $2 developers, $3 subjects or nulls,
 * $4 names, $5 values, $6 nulls, $7 entries of the audit log, $8 the most properties of a unit, $9 their most
 * bytes.
 * Existing names need no room, since nothing is added.
 */
export const addProperties = statement<WrittenRow>(
  'units.add_property',
  `WITH ${measuredSql(`
    wanted.properties = used.named OR (
      used.properties + wanted.properties - used.named <= $8::bigint
      AND used.bytes + wanted.bytes <= $9::bigint)`)}, added AS (
    INSERT INTO unit_properties (unit_key, name, value)
    SELECT key, name, value FROM fitting ORDER BY position
    ON CONFLICT DO NOTHING
    RETURNING unit_key, name
  ), outcome AS (
    SELECT target.position::int AS position, added.name IS NOT NULL AND ${isFirst} AS changed,
      ${measuredColumns}
    FROM target JOIN measured ON measured.key = target.key
    LEFT JOIN added ON added.unit_key = target.key AND added.name = target.name
  ), ${recordedSql('$7', changedCalls)}
  SELECT * FROM outcome`,
);

/** Returns the version of a property, equal to `unitPropertyVersion`; `value` is its JSON text. */
const versionSql = (value: string) => `
  left(translate(encode(sha256(convert_to(${value}, 'UTF8')), 'base64'), '+/', '-_'), 22)`;

/** Returns the condition that a property has one of the expected versions, or that none is expected. */
const hasVersionSql = (value: string, expected: string) =>
  `(${expected} IS NULL OR ${versionSql(value)} = ANY (string_to_array(${expected}, ',')))`;

/**
 * Updates properties to the last value of each, if the unit has room and the property has an expected version. The same
 * parameters without the most properties: $8 their most bytes. Values that do not grow need no room.
 */
export const updateProperties = statement<WrittenRow>(
  'units.update_property',
  `WITH ${measuredSql(`
    used.named = 0 OR wanted.bytes <= used.named_bytes
      OR used.bytes - used.named_bytes + wanted.bytes <= $8::bigint`)}, updated AS (
    UPDATE unit_properties property SET value = last.value
    FROM (
      SELECT DISTINCT ON (key, name) key, name, value, expected
      FROM fitting ORDER BY key, name, position DESC
    ) AS last
    WHERE property.unit_key = last.key AND property.name = last.name
      AND ${hasVersionSql('property.value', 'last.expected')}
    RETURNING property.unit_key, property.name
  ), outcome AS (
    SELECT target.position::int AS position, updated.name IS NOT NULL AS changed,
      ${measuredColumns}
    FROM target JOIN measured ON measured.key = target.key
    LEFT JOIN updated ON updated.unit_key = target.key AND updated.name = target.name
  ), ${recordedSql('$7', changedCalls)}
  SELECT * FROM outcome`,
);

/**
 * Removes properties with an expected version and returns their values to the first call for each.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 names or nulls, $5 versions separated by commas or nulls,
 * $6 entries of the audit log.
 */
export const removeProperties = statement<BoundedRow & { value: string | null }>(
  'units.remove_property',
  `WITH locked AS (
    ${lockUnitsSql({ name: 'text', expected: 'text' })}
  ), target AS (${boundedBatchSql(`
    SELECT locked.position, locked.key, locked.name, locked.expected,
      coalesce(octet_length(property.value), 0) AS bytes
    FROM locked
    LEFT JOIN unit_properties property
      ON property.unit_key = locked.key AND property.name = locked.name`)}
  ), removed AS (
    DELETE FROM unit_properties property
    USING (SELECT DISTINCT key, name, expected FROM target) AS named
    WHERE property.unit_key = named.key AND property.name = named.name
      AND ${hasVersionSql('property.value', 'named.expected')}
    RETURNING property.unit_key, property.name, property.value
  ), outcome AS (
    SELECT target.position::int AS position, target."deferredFrom",
      CASE WHEN ${isFirst} THEN removed.value END AS value
    FROM target LEFT JOIN removed ON removed.unit_key = target.key AND removed.name = target.name
  ), ${recordedSql('$6', 'SELECT position FROM outcome WHERE value IS NOT NULL')}
  SELECT * FROM outcome`,
);
