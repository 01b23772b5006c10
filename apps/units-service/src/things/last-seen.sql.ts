import { statement } from '@trellis/database';

/** The size from which on the times of a thing begin anew (bytes). */
const maxTimesBytes = 64 * 1024;

/**
 * Stores when things last gave a sign of life, by the clock of the database: one statement for many. Those of other clients are left
 * out. $1 ids, $2 clients, $3 how long ago (ms), $4 names of their properties as JSON arrays.
 */
export const insertSeenThings = statement(
  'things.seen',
  `INSERT INTO seen_things (thing, developer, seen, times)
  SELECT thing.id, thing.developer, given.at, coalesce((
    SELECT jsonb_object_agg(name, floor(extract(epoch FROM given.at) * 1000))
    FROM jsonb_array_elements_text(given.names) AS name
  ), '{}')
  FROM (
    SELECT id, client, names, date_trunc('milliseconds', now() - age_ms * interval '1 millisecond') AS at
    FROM unnest($1::uuid[], $2::uuid[], $3::float8[], $4::jsonb[]) AS reported(id, client, age_ms, names)
  ) AS given
  JOIN things thing ON thing.id = given.id AND thing.client_id = given.client
  ORDER BY thing.id
  ON CONFLICT (thing) DO UPDATE SET
    seen = greatest(seen_things.seen, excluded.seen),
    -- A device may have other values each time.
    times = CASE WHEN pg_column_size(seen_things.times) > ${maxTimesBytes} THEN excluded.times
      ELSE seen_things.times || excluded.times END`,
);

/** Stores that the devices of clients answer their polls themselves. $1 ids. */
export const storeAnswering = statement(
  'things.store_answering',
  'UPDATE clients SET devices_answer = true WHERE id = ANY($1::uuid[])',
);
