import { askedSql, onResource } from '../sets/asked.js';
import { joinAskedUnitSql } from '../visibility/units.js';

/**
 * The units of a set of writes: the `key` of the unit of each call with its `position` and further
 * columns. They are locked in one order, so that no two sets wait for each other, and cannot be removed
 * before the statement ends; units can still be linked meanwhile.
 */
export const lockUnitsSql = (columns: Record<string, string>): string => `
  SELECT asked.*, unit.key
  FROM ${askedSql({ ...onResource, ...columns })} ${joinAskedUnitSql}
  ORDER BY unit.key FOR NO KEY UPDATE OF unit`;
