import { fittingSql, statement, type RefusedRow } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { ensureSubjectsSql } from '../subjects/ensure.sql.js';
import { stateColumnNames, stateColumnTypes } from './row.js';

/**
 * Creates things of apps, in the order of the calls, as far as the quotas of their developers allow; returns the refused
 * calls. Existing things stay unchanged. $1 ids, $2 developers,
 * $3 subjects or nulls, $4 apps, $5 to $12 the columns of the state, $13 the most things of a developer,
 * $14 entries of the audit log.
 */
export const createThings = statement<RefusedRow>(
  'things.create',
  `WITH call AS (
    SELECT * FROM ${callsSql({ ...onResource, app: 'text', ...stateColumnTypes })}
  ), ${fittingSql({
    quota: 'things',
    limit: '$13::bigint',
    isNew: 'NOT EXISTS (SELECT 1 FROM things known WHERE known.id = call.id)',
  })}, ensured AS (
    ${ensureSubjectsSql('fitting')}
  ), created AS (
    INSERT INTO things (id, developer, subject, app, ${stateColumnNames}, modified)
    SELECT id, developer, subject, app, ${stateColumnNames}, now() FROM fitting ORDER BY position
    ON CONFLICT (id) DO NOTHING
  ), ${recordedSql(
    '$14',
    `
    SELECT position FROM call EXCEPT SELECT position FROM refused`,
  )}
  SELECT position, used FROM refused`,
);
