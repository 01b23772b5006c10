import { statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { joinUnitSql } from '../visibility/units.js';

/**
 * Removes units and returns a row for each; the first call for a unit removes it.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 entries of the audit log.
 */
export const removeUnits = statement<{ position: number }>(
  'units.remove',
  `WITH target AS (
    SELECT call.position, unit.key FROM ${callsSql(onResource)} ${joinUnitSql}
    ORDER BY unit.key FOR UPDATE OF unit
  ), removed AS (
    DELETE FROM units unit USING (SELECT DISTINCT key FROM target) AS named
    WHERE unit.key = named.key
  ), first AS (
    SELECT min(position)::int AS position FROM target GROUP BY key
  ), ${recordedSql('$4', 'SELECT position FROM first')}
  SELECT position FROM first`,
);
