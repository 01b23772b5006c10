import { statement } from '@trellis/database';
import { askedSql } from '../sets/asked.js';

/** The events that things have, as JSON texts, and their clients: $1 ids. */
export const readDescribedEvents = statement<{
  id: string;
  client: string | null;
  events: string;
}>(
  'events.described',
  `SELECT id, client_id AS client, events FROM things WHERE id = ANY($1::uuid[])`,
);

/**
 * The rows of a table of a set that were never handed over before, as the table `fresh`; the same id in two rows is
 * one of them. Ids are noted in one order, so that no two sets wait for each other.
 */
export const freshSql = (asked: string): string => `
  noted AS (
    INSERT INTO occurrences (id) SELECT DISTINCT id FROM ${asked} ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id
  ), fresh AS (
    SELECT * FROM ${asked} JOIN noted USING (id)
    WHERE position IN (SELECT min(position) FROM ${asked} GROUP BY id)
  )`;

/**
 * Stores what has happened to things, in order; what is stored already stays as it is. $1 ids, $2 developers,
 * $3 subjects, $4 things, $5 names, $6 data as JSON texts or nulls, $7 when it happened, $8 clients.
 */
export const insertOccurrences = statement(
  'events.insert_occurrences',
  `WITH asked AS (
    SELECT * FROM ${askedSql({
      id: 'uuid',
      developer: 'text',
      subject: 'text',
      thing: 'uuid',
      name: 'text',
      data: 'text',
      occurred: 'timestamptz',
      client: 'uuid',
    })}
  ), ${freshSql('asked')}
  INSERT INTO changes (developer, subject, resource, kind, name, value, occurred, client)
  SELECT developer, subject, thing, 'thing_event', name, data, occurred, client FROM fresh
  ORDER BY position`,
);
