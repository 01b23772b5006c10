import { statement } from '@trellis/database';

/** Queues an interaction whose device is away, unless its time is over. $1 id. */
export const queueRow = statement<{ id: string }>(
  'interactions.queue',
  `UPDATE interactions SET status = 'queued', queued = clock_timestamp()
  WHERE id = $1::uuid AND status = 'running' AND queue_until > now() RETURNING id`,
);

/** A queued interaction that was not performed. */
export interface EndedRow {
  id: string;
  developer: string;
  thing: string;
}

/**
 * Ends queued interactions that waited too long, and writes of a property that was written again later. $1 and $2 the
 * problems of both, as JSON, $3 the most to examine.
 */
export const endQueued = statement<EndedRow>(
  'interactions.end_queued',
  `WITH waiting AS (
    SELECT key, id, thing, operation, name, queue_until <= now() AS is_late
    FROM interactions WHERE status = 'queued' ORDER BY key LIMIT $3
  ), over AS (
    SELECT waiting.id FROM waiting CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM interactions later
        WHERE later.thing = waiting.thing AND later.key > waiting.key AND later.status <> 'failed'
          AND later.operation = waiting.operation AND later.name = waiting.name
        ORDER BY later.thing, later.key LIMIT 1
      ) AS is_rewritten OFFSET 0
    ) AS writes WHERE waiting.is_late OR writes.is_rewritten
  )
  UPDATE interactions SET status = 'failed', input = NULL, ended = now(),
    problem = CASE WHEN queue_until <= now() THEN $1 ELSE $2 END
  WHERE id = ANY (ARRAY(SELECT id FROM over)) AND status = 'queued'
  RETURNING id, developer, thing`,
);

/**
 * Releases queued interactions whose devices are back: they were stored since then, or a minute has passed in which this may
 * have been missed. $1 the most.
 */
export const releaseQueued = statement<{ id: string }>(
  'interactions.release_queued',
  `WITH ready AS (
    SELECT queued.id FROM interactions queued
    JOIN clients client ON client.id = queued.client_id
    JOIN mappings mapping ON mapping.client_key = client.key AND mapping.thing = queued.thing
    WHERE queued.status = 'queued' AND client.paused_since IS NULL AND mapping.available
      AND (mapping.polled > queued.queued OR queued.queued < now() - interval '1 minute')
    ORDER BY queued.key LIMIT $1 FOR UPDATE OF queued SKIP LOCKED
  )
  UPDATE interactions SET status = 'pending', requested = now()
  WHERE id = ANY (ARRAY(SELECT id FROM ready)) RETURNING id`,
);
