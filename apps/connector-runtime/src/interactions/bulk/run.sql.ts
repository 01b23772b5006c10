import { statement } from '@trellis/database';
import type { Interaction } from '../../generated/prisma/client.js';

/** A part of a bulk command that has not ended. */
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
  /** The connector type of the group's instance; null for the things of an app. */
  connectorType: string | null;
}

/** Reads the parts of a group in the order of requests, alternating between its clients. $1 its id, $2 how many. */
export const readParts = statement<PartRow>(
  'batches.parts',
  `SELECT part.id, part.developer, part.subject, part.thing, part.operation, part.name,
    part.client_id AS "clientId", part.app, part.idempotent, part.status,
    part.batch_key AS "batchKey", batch.id AS batch,
    (SELECT connector_type FROM instances WHERE id = $1::uuid) AS "connectorType"
  FROM (
    SELECT *, row_number() OVER (PARTITION BY client_id ORDER BY key) AS turn
    FROM interactions WHERE group_id = $1::uuid AND status IN ('waiting', 'running')
    ORDER BY turn, key LIMIT $2
  ) AS part
  JOIN interaction_batches batch ON batch.key = part.batch_key
  ORDER BY part.turn, part.key`,
);

/** Reads the bulk commands of a group that have not ended. $1 its id. */
export const readOpenBatches = statement<{ batchKey: string }>(
  'batches.open',
  `SELECT batch.key AS "batchKey" FROM interaction_batches batch
  WHERE batch.ended IS NULL AND EXISTS (
    SELECT FROM interactions part WHERE part.batch_key = batch.key AND part.group_id = $1::uuid
  )`,
);

/** Claims a part unless it was cancelled or has expired; returns the encrypted input. $1 its id. */
export const claimPart = statement<{ input: string | null }>(
  'batches.claim_part',
  `UPDATE interactions part SET status = 'running', requested = now()
  FROM interaction_batches batch
  WHERE part.id = $1::uuid AND part.status = 'waiting'
    AND batch.key = part.batch_key AND batch.expires > now() AND batch.cancelled IS NULL
  RETURNING batch.input`,
);

/** Releases parts that were claimed but not performed, unless they were cancelled. $1 ids. */
export const releaseParts = statement(
  'batches.release',
  `UPDATE interactions part SET
    status = CASE WHEN batch.cancelled IS NULL THEN 'waiting' ELSE 'cancelled' END,
    ended = CASE WHEN batch.cancelled IS NOT NULL THEN now() END
  FROM interaction_batches batch
  WHERE part.id = ANY($1::uuid[]) AND part.status = 'running' AND batch.key = part.batch_key`,
);

/**
 * Ends waiting parts that have expired, or were released just as their bulk command was cancelled. $1 the group, or
 * null for all; $2 the problem of expired parts, as JSON.
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
