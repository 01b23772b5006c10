import type { UnitProperty } from '@trellis/contracts';
import {
  boundedBatchSql,
  maxAnswerBytes,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import { callsSql, onResource, pageOfList } from '../../batches/calls.js';
import { joinUnitSql } from '../../visibility/units.js';

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

/** The pages of a batch, without their properties. */
const pages = `
  SELECT call.*, size.bytes
  FROM (
    SELECT call.position, call.after, call.max, unit.key AS unit
    FROM ${callsSql({ ...onResource, ...pageOfList })} ${joinUnitSql}
  ) AS call
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes
    FROM (${properties}) AS property
  ) AS size`;

/** Lists properties of units: $1 ids, $2 developers, $3 subjects or nulls, $4 and $5 pages. */
export const listPropertiesOf = statement<PropertiesRow>(
  'units.properties',
  `SELECT call.position::int AS position, call."deferredFrom", (
    SELECT coalesce(json_agg(CASE WHEN listed.fits THEN json_build_object(
      'key', listed.key::text, 'name', listed.name, 'value', listed.value::json
    ) END ORDER BY listed.key), '[]')
    FROM (${sizedItemsSql(properties)}) AS listed
  ) AS properties
  FROM (${boundedBatchSql(pages)}) AS call`,
);
