import type { UnitProperty } from '@trellis/contracts';
import {
  boundedSetSql,
  maxAnswerBytes,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import { askedSql, onResource, pageOfList } from '../../sets/asked.js';
import { joinAskedUnitSql } from '../../visibility/units.js';

export interface PropertiesRow extends BoundedRow {
  /**
   * One more than the page holds when another page follows; null from where the page has no room for
   * more.
   */
  properties: ((UnitProperty & { key: string }) | null)[];
}

/** The properties of a page of `asked`, with their sizes. */
const properties = `
  SELECT key, name, value, octet_length(name) + octet_length(value) AS bytes
  FROM unit_properties
  WHERE unit_key = asked.unit AND key > asked.after
  ORDER BY key LIMIT asked.max + 1`;

/** The pages of a set, without their properties. */
const pages = `
  SELECT asked.*, size.bytes
  FROM (
    SELECT asked.position, asked.after, asked.max, unit.key AS unit
    FROM ${askedSql({ ...onResource, ...pageOfList })} ${joinAskedUnitSql}
  ) AS asked
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes
    FROM (${properties}) AS property
  ) AS size`;

/** Lists properties of units: $1 ids, $2 developers, $3 subjects or nulls, $4 and $5 pages. */
export const listPropertiesOf = statement<PropertiesRow>(
  'units.properties',
  `SELECT asked.position::int AS position, asked."deferredFrom", (
    SELECT coalesce(json_agg(CASE WHEN listed.fits THEN json_build_object(
      'key', listed.key::text, 'name', listed.name, 'value', listed.value::json
    ) END ORDER BY listed.key), '[]')
    FROM (${sizedItemsSql(properties)}) AS listed
  ) AS properties
  FROM (${boundedSetSql(pages)}) AS asked`,
);
