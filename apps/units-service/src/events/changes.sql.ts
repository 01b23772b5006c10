import { statement } from '@trellis/database';
import { callsSql } from '../batches/calls.js';
import { freshSql } from '../things/occurrences.sql.js';

/** Serializes the transactions that store changes of clients. */
export const lockClientChanges = statement(
  'changes.lock_of_clients',
  `SELECT pg_advisory_xact_lock(hashtextextended('changes of clients', 0))`,
);

/**
 * Stores changes of connector clients in order, except those stored already. $1 ids, $2 developers, $3 subjects,
 * $4 clients, $5 kinds.
 */
export const insertClientChanges = statement(
  'changes.insert_of_clients',
  `WITH call AS (
    SELECT * FROM ${callsSql({ id: 'uuid', developer: 'text', subject: 'text', client: 'uuid', kind: 'text' })}
  ), ${freshSql('call')}
  INSERT INTO changes (developer, subject, resource, kind)
  SELECT developer, subject, client, kind FROM fresh ORDER BY position`,
);
