import { callsSql, onResource } from '../batches/calls.js';
import { joinUnitSql } from '../visibility/units.js';

/**
 * Returns a query that locks the units of a batch of writes, with the `key` of the unit, the `position` of the call and
 * its further columns. Units are locked in one order to avoid deadlocks. They cannot be removed meanwhile, but linked.
 */
export const lockUnitsSql = (columns: Record<string, string>): string => `
  SELECT call.*, unit.key
  FROM ${callsSql({ ...onResource, ...columns })} ${joinUnitSql}
  ORDER BY unit.key FOR NO KEY UPDATE OF unit`;
