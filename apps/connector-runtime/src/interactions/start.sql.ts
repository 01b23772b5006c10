import {
  fittingSql,
  statement,
  boundedStatement,
  type RefusedRow,
  type BoundedRow,
} from '@trellis/database';
import type { Interaction } from '../generated/prisma/client.js';
import { isVisibleSql } from '../visible.js';
import type { CreatingClient } from './problem.js';

/** The client that created a thing, with the position of the call in its batch. */
interface CreatorRow extends CreatingClient {
  position: number;
  /** How many interactions of the client are pending; counted up to $4. */
  pending: number;
}

/** Reads the clients that created things. $1 their ids, $2 developers, $3 things, $4 the most to count. */
export const readCreators = statement<CreatorRow>(
  'interactions.creators',
  `SELECT asked.position::int AS position, client.connector_type AS "connectorType",
    EXISTS (
      SELECT FROM mappings
      WHERE mappings.client_key = client.key AND mappings.thing = asked.thing
    ) AS "isMapped", client.paused_since IS NOT NULL AS "isPaused",
    (
      SELECT count(*)::int FROM (
        SELECT FROM interactions
        WHERE client_id = client.id AND status IN ('pending', 'running') LIMIT $4
      ) AS counted
    ) AS pending
  FROM unnest($1::uuid[], $2::text[], $3::uuid[])
    WITH ORDINALITY AS asked(client, developer, thing, position)
  JOIN clients client ON client.id = asked.client AND client.developer = asked.developer`,
);

/**
 * Stores interactions within the quotas of their developers, each once; returns those without room. $1 ids,
 * $2 developers, $3 subjects or nulls, $4 things, $5 clients, $6 operations, $7 names or nulls, $8 inputs or nulls, $9 whether
 * they are idempotent, $10 the most pending interactions of a developer, $11 whether they wait while their devices are away,
 * $12 for how long (ms), $13 how long the changes take (ms) or nulls, $14 who requested them, as JSON, or nulls.
 */
export const insertInteractions = statement<RefusedRow>(
  'interactions.insert',
  `WITH call AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
      $8::text[], $9::boolean[], $11::boolean[], $13::int[], $14::jsonb[]
    ) WITH ORDINALITY AS call
      (id, developer, subject, thing, client_id, operation, name, input, idempotent, queues, transition_ms,
        requester, position)
  ), ${fittingSql({
    quota: 'pending_interactions',
    limit: '$10::bigint',
    isNew: 'NOT EXISTS (SELECT 1 FROM interactions known WHERE known.id = call.id)',
  })}, stored AS (
    INSERT INTO interactions
      (id, developer, subject, thing, client_id, operation, name, input, idempotent, transition_ms,
        requester, queue_until)
    SELECT id, developer, subject, thing, client_id, operation, name, input, idempotent, transition_ms,
      requester, CASE WHEN queues THEN now() + $12::int * interval '1 millisecond' END
    FROM fitting ORDER BY position
    ON CONFLICT (id) DO NOTHING
  )
  SELECT position, used FROM refused`,
);

/** Deletes interactions that were not enqueued. $1 ids. */
export const removeInteractions = statement(
  'interactions.remove',
  `DELETE FROM interactions WHERE id = ANY($1::uuid[]) AND status = 'pending'`,
);

/** An interaction that one of the callers sees, with the position of the call in its batch. */
export type InteractionReadRow = BoundedRow &
  Pick<
    Interaction,
    | 'id'
    | 'thing'
    | 'operation'
    | 'name'
    | 'status'
    | 'output'
    | 'problem'
    | 'requested'
    | 'queueUntil'
    | 'ended'
  >;

/** Reads interactions. $1 ids, $2 developers, $3 subjects or nulls. */
export const readInteractions = boundedStatement<InteractionReadRow>(
  'interactions.read',
  (bounded) =>
    bounded(`
  SELECT call.position::int AS position, interaction.id, interaction.thing,
    interaction.operation, interaction.name, interaction.status, interaction.output,
    interaction.problem, interaction.requested, interaction.queue_until AS "queueUntil",
    interaction.ended,
    coalesce(octet_length(interaction.output), 0) AS bytes
  FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS call(id, developer, subject, position)
  JOIN interactions interaction
    ON interaction.id = call.id AND ${isVisibleSql('interaction', 'call')}`),
);
