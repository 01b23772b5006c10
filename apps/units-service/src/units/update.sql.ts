import { statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { lockUnitsSql } from './lock-sql.js';

/** Locks the unit that a caller sees until the transaction ends. $1 ids, $2 developers, $3 subjects or nulls. */
export const lockUnit = statement<{ key: string }>('units.lock', lockUnitsSql({}));

/** Stores what is not null of a unit. $1 key, $2 name, $3 type, $4 entries of the audit log. */
export const storeUnit = statement(
  'units.store',
  `WITH ${recordedSql('$4')}
  UPDATE units SET name = coalesce($2::text, name), type = coalesce($3::text, type)
  WHERE key = $1::bigint`,
);

/** Removes all properties of a unit. $1 key. */
export const clearProperties = statement(
  'units.clear_properties',
  'DELETE FROM unit_properties WHERE unit_key = $1::bigint',
);

/** Adds properties to a unit that has none, in order. $1 key, $2 names, $3 values. */
export const fillProperties = statement(
  'units.fill_properties',
  `INSERT INTO unit_properties (unit_key, name, value)
  SELECT $1::bigint, property.name, property.value
  FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS property(name, value, position)
  ORDER BY property.position`,
);
