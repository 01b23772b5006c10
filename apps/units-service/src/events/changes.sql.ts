import { statement } from '@trellis/database';
import { askedSql } from '../sets/asked.js';
import { freshSql } from '../things/occurrences.sql.js';

/** Has others who store changes of clients wait until the transaction ends. */
export const lockClientChanges = statement(
  'changes.lock_of_clients',
  `SELECT pg_advisory_xact_lock(hashtextextended('changes of clients', 0))`,
);

/**
 * Stores changes of connector clients, in order; what is stored already stays as it is. $1 ids, $2 developers,
 * $3 subjects, $4 clients, $5 kinds.
 */
export const insertClientChanges = statement(
  'changes.insert_of_clients',
  `WITH asked AS (
    SELECT * FROM ${askedSql({ id: 'uuid', developer: 'text', subject: 'text', client: 'uuid', kind: 'text' })}
  ), ${freshSql('asked')}
  INSERT INTO changes (developer, subject, resource, kind)
  SELECT developer, subject, client, kind FROM fresh ORDER BY position`,
);
