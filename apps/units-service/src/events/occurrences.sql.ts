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
 * Stores what has happened to things, in order; what is stored already stays as it is. $1 ids, $2 developers,
 * $3 subjects, $4 things, $5 names, $6 data as JSON texts or nulls, $7 when it happened.
 */
export const insertOccurrences = statement(
  'events.insert_occurrences',
  `INSERT INTO events (occurrence, developer, subject, thing, kind, name, value, occurred)
  SELECT id, developer, subject, thing, 'thing_event', name, data, occurred
  FROM ${askedSql({
    id: 'uuid',
    developer: 'text',
    subject: 'text',
    thing: 'uuid',
    name: 'text',
    data: 'text',
    occurred: 'timestamptz',
  })}
  ORDER BY position
  ON CONFLICT (occurrence) WHERE occurrence IS NOT NULL DO NOTHING`,
);
