import { statement } from '@trellis/database';
import { callsSql } from '../batches/calls.js';

/** Reads the events that things describe, as JSON texts, and their clients: $1 ids. */
export const readDescribedEvents = statement<{
  id: string;
  client: string | null;
  events: string;
}>(
  'events.described',
  `SELECT id, client_id AS client, events FROM things WHERE id = ANY($1::uuid[])`,
);

/**
 * Returns common table expressions for the table `fresh`: the rows of a table that were never stored before, one for each
 * id. Ids are stored in one order to avoid deadlocks.
 */
export const freshSql = (table: string): string => `
  recorded_ids AS (
    INSERT INTO occurrences (id) SELECT DISTINCT id FROM ${table} ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id
  ), fresh AS (
    SELECT * FROM ${table} JOIN recorded_ids USING (id)
    WHERE position IN (SELECT min(position) FROM ${table} GROUP BY id)
  )`;

/**
 * Stores occurrences in order, except those stored already. $1 ids, $2 developers,
 * $3 subjects, $4 things, $5 names, $6 data as JSON texts or nulls, $7 times, $8 clients.
 */
export const insertOccurrences = statement(
  'events.insert_occurrences',
  `WITH call AS (
    SELECT * FROM ${callsSql({
      id: 'uuid',
      developer: 'text',
      subject: 'text',
      thing: 'uuid',
      name: 'text',
      data: 'text',
      occurred: 'timestamptz',
      client: 'uuid',
    })}
  ), ${freshSql('call')}
  INSERT INTO changes (developer, subject, resource, kind, name, value, occurred, client)
  SELECT developer, subject, thing, 'thing_event', name, data, occurred, client FROM fresh
  ORDER BY position`,
);
