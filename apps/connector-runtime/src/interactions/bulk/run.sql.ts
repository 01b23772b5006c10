import type { Requester } from '@trellis/contracts';
import { statement, sizedItemsSql } from '@trellis/database';
import type { Interaction } from '../../generated/prisma/client.js';
import { mayRepeatSql } from '../claim.sql.js';
import type { CreatingClient } from '../problem.js';

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
  | 'transitionMs'
  | 'status'
> {
  /** Whether it may be performed again if it was interrupted. */
  mayRepeat: boolean;
  batchKey: string;
  batch: string;
  requester: Requester | null;
  /** The connector type of the group's instance; null for the things of an app. */
  connectorType: string | null;
}

/** Reads the parts of a group in the order of requests, alternating between its clients. $1 its id, $2 how many. */
export const readParts = statement<PartRow>(
  'batches.parts',
  `SELECT part.id, part.developer, part.subject, part.thing, part.operation, part.name,
    part.client_id AS "clientId", part.app, part.idempotent, part.status,
    part.transition_ms AS "transitionMs",
    CASE WHEN part.status = 'running' THEN ${mayRepeatSql('part')} ELSE true END AS "mayRepeat",
    part.batch_key AS "batchKey", batch.id AS batch, batch.requester,
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
  RETURNING coalesce(part.input, batch.input) AS input`,
);

/** Releases parts that were claimed but not performed, unless they were cancelled. $1 ids. */
export const releaseParts = statement(
  'batches.release',
  `UPDATE interactions part SET
    status = CASE WHEN batch.cancelled IS NULL THEN 'waiting' ELSE 'cancelled' END,
    input = CASE WHEN batch.cancelled IS NULL THEN part.input END,
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
    input = NULL, ended = now()
  FROM interaction_batches batch
  WHERE batch.ended IS NULL AND (batch.expires <= now() OR batch.cancelled IS NOT NULL)
    AND part.batch_key = batch.key AND part.status = 'waiting'
    AND ($1::uuid IS NULL OR part.group_id = $1)`,
);

/** The client that created a thing, with the position of the thing in the request. */
interface CreatorRow extends CreatingClient {
  position: number;
  instance: string;
}

/** Reads the clients that created things. $1 their ids, $2 the things, $3 the developer. */
export const readBatchCreators = statement<CreatorRow>(
  'batches.creators',
  `SELECT given.position::int AS position, client.connector_type AS "connectorType",
    instance.id AS instance,
    EXISTS (
      SELECT FROM mappings
      WHERE mappings.client_key = client.key AND mappings.thing = given.thing
    ) AS "isMapped", client.paused_since IS NOT NULL AS "isPaused"
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS given(client, thing, position)
  JOIN clients client ON client.id = given.client AND client.developer = $3
  JOIN instances instance ON instance.key = client.instance_key`,
);

/** Selects the apps that accept action requests. $1 the developer, $2 apps. */
export const readCallableApps = statement<{ app: string }>(
  'batches.apps',
  'SELECT app FROM callbacks WHERE developer = $1 AND app = ANY($2::text[])',
);

interface EndedRow {
  key: string;
  id: string;
  developer: string;
}

/** Ends the bulk commands whose parts have all ended, and deletes their inputs. $1 keys. */
export const endFinishedBatches = statement<EndedRow>(
  'batches.end',
  `UPDATE interaction_batches batch SET ended = now(), input = NULL
  WHERE batch.key = ANY($1::bigint[]) AND batch.ended IS NULL AND NOT EXISTS (
    SELECT FROM interactions part WHERE part.batch_key = batch.key AND part.ended IS NULL
  )
  RETURNING batch.key, batch.id, batch.developer`,
);

/** Counts the parts of bulk commands by status. $1 keys. */
export const countByStatus = statement<{ key: string; status: string; count: number }>(
  'batches.progress',
  `SELECT batch_key AS key, status, count(*)::int AS count FROM interactions
  WHERE batch_key = ANY($1::bigint[]) GROUP BY batch_key, status`,
);

export type ResultRow = Pick<
  Interaction,
  'id' | 'thing' | 'status' | 'output' | 'problem' | 'ended'
> & {
  key: string;
  /** How many were found; the page may not have room for all of them. */
  found: number;
};

const results = `
  SELECT key, id, thing, status, output, problem, ended,
    coalesce(octet_length(output), 0) + coalesce(octet_length(problem), 0) AS bytes
  FROM interactions
  WHERE batch_key = $1 AND key > $2 AND ($4::text IS NULL OR status = $4)
  ORDER BY key LIMIT $3`;

/** A page of outcomes. $1 key of the bulk command, $2 and $3 the page, $4 a status or null. */
export const readResults = statement<ResultRow>(
  'batches.results',
  `SELECT * FROM (
    SELECT *, (count(*) OVER ())::int AS found FROM (${sizedItemsSql(results)}) AS sized
  ) AS counted
  WHERE fits ORDER BY key`,
);
