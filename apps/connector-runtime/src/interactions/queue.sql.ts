import { statement } from '@trellis/database';
import { isWrittenLaterSql } from './claim.sql.js';

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

/** Returns the condition that the property of a queued write was written again later. */
const isRewrittenSql = (queued: string) =>
  isWrittenLaterSql(
    queued,
    `AND later.operation = ${queued}.operation AND later.name = ${queued}.name`,
  );

/**
 * Ends queued interactions that waited too long or whose client is gone, and writes of a property that was written again
 * later. $1 and $2 the problems of both, as JSON, $3 the most to examine.
 */
export const endQueued = statement<EndedRow>(
  'interactions.end_queued',
  `WITH waiting AS (
    SELECT key, id, thing, operation, name, queue_until <= now()
      OR NOT EXISTS (SELECT FROM clients WHERE clients.id = client_id) AS is_late
    FROM interactions WHERE status = 'queued' ORDER BY key LIMIT $3
  ), over AS (
    SELECT id, is_late FROM waiting WHERE is_late OR ${isRewrittenSql('waiting')}
  )
  UPDATE interactions SET status = 'failed', input = NULL, ended = now(),
    problem = CASE WHEN is_late THEN $1 ELSE $2 END
  FROM over WHERE interactions.id = over.id AND status = 'queued'
  RETURNING interactions.id, developer, thing`,
);

/**
 * Releases queued interactions whose devices are back: a poll or report has stored the device since, or it is time for
 * another attempt, after a minute and later less often. Those that are over are not released, even before they have
 * ended. $1 the most, $2 for how long they may wait (ms).
 */
export const releaseQueued = statement<{ id: string }>(
  'interactions.release_queued',
  `WITH ready AS (
    SELECT queued.id FROM interactions queued
    JOIN clients client ON client.id = queued.client_id
    JOIN mappings mapping ON mapping.client_key = client.key AND mapping.thing = queued.thing
    WHERE queued.status = 'queued' AND client.paused_since IS NULL AND mapping.available
      AND (mapping.polled > queued.queued
        OR queued.queued < now() - greatest(interval '1 minute',
          (now() - queued.queue_until + $2::int * interval '1 millisecond') / 4))
      AND queued.queue_until > now() AND NOT ${isRewrittenSql('queued')}
    ORDER BY queued.key LIMIT $1 FOR UPDATE OF queued SKIP LOCKED
  )
  UPDATE interactions SET status = 'pending', requested = now()
  WHERE id = ANY (ARRAY(SELECT id FROM ready)) RETURNING id`,
);
