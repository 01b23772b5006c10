import { statement } from '@trellis/database';

const columns = {
  id: 'uuid',
  developer: 'text',
  actor_type: 'text',
  actor: 'text',
  app: 'text',
  subject: 'text',
  operation: 'text',
  resource_type: 'text',
  resource_ids: 'text[]',
  status: 'smallint',
  problem: 'text',
  succeeded: 'int',
  failed: 'int',
  request_id: 'text',
  address: 'text',
  user_agent: 'text',
};
const names = Object.keys(columns).join(', ');
const types = Object.entries({ position: 'int', ...columns }).map((column) => column.join(' '));

/**
 * Returns the table of the entries in a parameter: a JSON array of objects whose members are the columns and the position
 * of the call that carries the entry.
 */
const entriesSql = (parameter: string): string =>
  `json_to_recordset(${parameter}::json) AS entry(${types.join(', ')})`;

/** Returns the statement that stores entries, each once. */
const insertSql = (parameter: string, done?: string): string => `
  INSERT INTO audit_entries (${names})
  SELECT ${names} FROM ${entriesSql(parameter)}
  ${done === undefined ? '' : `WHERE entry.position IN (${done})`}
  ON CONFLICT (id) DO NOTHING`;

/**
 * Returns a common table expression that stores the entries of the calls that a statement executes. `done` is a query for
 * their positions; by default, all calls are executed.
 */
export const recordedSql = (parameter: string, done?: string): string =>
  `recorded AS (${insertSql(parameter, done)})`;

/** Stores entries: $1 as `entriesSql` has them. */
export const insertEntries = statement('audit.record', insertSql('$1'));

/** Deletes the oldest entries, which are at one end of the primary key. $1 the id before which, $2 the most. */
export const deleteOldestEntries = statement<{ count: number }>(
  'audit.purge',
  `WITH deleted AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE id < $1::uuid
      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`,
);
