import { statement } from '@trellis/database';
import type { Interaction } from '../../generated/prisma/client.js';

/** A thing of a batch that has no outcome yet, with what the batch requests of it. */
export interface PartRow extends Pick<
  Interaction,
  | 'id'
  | 'developer'
  | 'subject'
  | 'thing'
  | 'operation'
  | 'name'
  | 'clientId'
  | 'app'
  | 'idempotent'
  | 'status'
> {
  batchKey: string;
  batch: string;
  /** That of the instance that is the group; null for the things of an app. */
  connectorType: string | null;
}

/**
 * What a group has to do: that of its clients in turn, and of each in the order in which it was requested, so that no
 * client keeps the others from being seen. $1 its id, $2 how many.
 */
export const readParts = statement<PartRow>(
  'batches.parts',
  `SELECT part.id, part.developer, part.subject, part.thing, part.operation, part.name,
    part.client_id AS "clientId", part.app, part.idempotent, part.status,
    part.batch_key AS "batchKey", batch.id AS batch,
    (SELECT connector_type FROM instances WHERE id = $1::uuid) AS "connectorType"
  FROM (
    SELECT *, row_number() OVER (PARTITION BY client_id ORDER BY key) AS place
    FROM interactions WHERE group_id = $1::uuid AND status IN ('waiting', 'running')
    ORDER BY place, key LIMIT $2
  ) AS part
  JOIN interaction_batches batch ON batch.key = part.batch_key
  ORDER BY part.place, part.key`,
);

/** The batches of a group that have not ended. $1 its id. */
export const readOpenBatches = statement<{ batchKey: string }>(
  'batches.open',
  `SELECT batch.key AS "batchKey" FROM interaction_batches batch
  WHERE batch.ended IS NULL AND EXISTS (
    SELECT FROM interactions part WHERE part.batch_key = batch.key AND part.group_id = $1::uuid
  )`,
);

/** Begins with a part, unless it was cancelled or is too late; returns the sealed input. $1 its id. */
export const beginPart = statement<{ input: string | null }>(
  'batches.begin_part',
  `UPDATE interactions part SET status = 'running', requested = now()
  FROM interaction_batches batch
  WHERE part.id = $1::uuid AND part.status = 'waiting'
    AND batch.key = part.batch_key AND batch.expires > now() AND batch.cancelled IS NULL
  RETURNING batch.input`,
);

/** Has parts that have not begun after all wait for their turn again, unless they were cancelled. $1 ids. */
export const putBackParts = statement(
  'batches.put_back',
  `UPDATE interactions part SET
    status = CASE WHEN batch.cancelled IS NULL THEN 'waiting' ELSE 'cancelled' END,
    ended = CASE WHEN batch.cancelled IS NOT NULL THEN now() END
  FROM interaction_batches batch
  WHERE part.id = ANY($1::uuid[]) AND part.status = 'running' AND batch.key = part.batch_key`,
);

/**
 * Ends what is not to begin any more: what is too late, and what came to wait again just as its batch was cancelled.
 * $1 the group, or null for all; $2 the problem of what is too late, as JSON.
 */
export const endLateParts = statement(
  'batches.end_late',
  `UPDATE interactions part SET
    status = CASE WHEN batch.cancelled IS NULL THEN 'failed' ELSE 'cancelled' END,
    problem = CASE WHEN batch.cancelled IS NULL THEN $2 END,
    ended = now()
  FROM interaction_batches batch
  WHERE batch.ended IS NULL AND (batch.expires <= now() OR batch.cancelled IS NOT NULL)
    AND part.batch_key = batch.key AND part.status = 'waiting'
    AND ($1::uuid IS NULL OR part.group_id = $1)`,
);
