import { statement } from '@trellis/database';

/** Belongs to no client. */
export const noClient = '00000000-0000-0000-0000-000000000000';

/** Reads up to where the changes of units-service are counted. */
export const readPosition = statement<{ position: string | null }>(
  'usage.position',
  'SELECT position FROM usage_progress WHERE singleton',
);

/**
 * Adds counts of changes, and moves the position, unless another process has moved it. A client that is gone has its type
 * in the rows of its polls. $1 developers, $2 days, $3 subjects, $4 clients or nulls, $5 events, $6 bytes, $7 things, $8 the
 * position before and $9 after, $10 whether all changes are counted.
 */
export const addCounts = statement<{ moved: boolean }>(
  'usage.add',
  `WITH moved AS (
    UPDATE usage_progress SET position = $9, counted = CASE WHEN $10 THEN clock_timestamp() ELSE counted END
    WHERE singleton AND position IS NOT DISTINCT FROM $8
    RETURNING 1
  ), given AS (
    SELECT given.*, coalesce(given.known_client, '${noClient}') AS client
    FROM unnest($1::text[], $2::date[], $3::text[], $4::uuid[], $5::bigint[], $6::bigint[], $7::int[])
      AS given(developer, day, subject, known_client, events, bytes, things)
    WHERE EXISTS (SELECT FROM moved)
  ), added AS (
    INSERT INTO usage_of_days AS known (developer, day, client, subject, connector_type, events, bytes, things)
    SELECT given.developer, given.day, given.client, coalesce(client.subject, given.subject),
      coalesce(min(client.connector_type), ''), sum(given.events), sum(given.bytes), max(given.things)
    FROM given LEFT JOIN clients client ON client.id = given.client AND client.developer = given.developer
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (developer, day, client, subject) DO UPDATE SET
      events = known.events + excluded.events, bytes = known.bytes + excluded.bytes,
      things = greatest(known.things, excluded.things)
  )
  SELECT EXISTS (SELECT FROM moved) AS moved`,
);
