import { statement } from '@trellis/database';
import { askedSql, onResource } from '../sets/asked.js';
import { ensureSubjectsSql } from '../subjects/ensure.sql.js';
import { stateColumnNames, stateColumnTypes } from './row.js';

/**
 * Creates things of apps, in the order of the calls; a thing that exists stays as it is.
 * $1 ids, $2 developers, $3 subjects or nulls, $4 apps, $5 to $11 the columns of the state.
 */
export const createThings = statement(
  'things.create',
  `WITH asked AS (
    SELECT * FROM ${askedSql({ ...onResource, app: 'text', ...stateColumnTypes })}
  ), ensured AS (
    ${ensureSubjectsSql('asked')}
  )
  INSERT INTO things (id, developer, subject, app, ${stateColumnNames}, modified)
  SELECT id, developer, subject, app, ${stateColumnNames}, now() FROM asked ORDER BY position
  ON CONFLICT (id) DO NOTHING`,
);
