import { statement } from '@trellis/database';
import type { Interaction } from '../generated/prisma/client.js';

/** An interaction that has not ended. */
export interface ClaimedRow extends Pick<
  Interaction,
  | 'id'
  | 'developer'
  | 'thing'
  | 'operation'
  | 'name'
  | 'input'
  | 'idempotent'
  | 'requested'
  | 'queueUntil'
> {
  clientId: string;
  /** Whether it was claimed before. */
  wasRunning: boolean;
  isClaimed: boolean;
  isTooOld: boolean;
}

/**
 * Claims interactions, unless they are too old; those that were claimed before only if they are idempotent. Returns all
 * that have not ended. $1 ids, $2 the age at which they expire (ms).
 */
export const claimInteractions = statement<ClaimedRow>(
  'interactions.claim',
  `WITH found AS (
    SELECT interaction.id, interaction.developer, interaction.thing, interaction.client_id AS "clientId",
      interaction.operation, interaction.name, interaction.input, interaction.idempotent,
      interaction.requested, interaction.queue_until AS "queueUntil",
      interaction.status = 'running' AS "wasRunning",
      interaction.requested < now() - $2::int * interval '1 millisecond' AS "isTooOld"
    FROM unnest($1::uuid[]) AS given(id)
    JOIN interactions interaction ON interaction.id = given.id
    WHERE interaction.ended IS NULL AND interaction.client_id IS NOT NULL
  ), claimed AS (
    UPDATE interactions SET status = 'running' FROM found
    WHERE interactions.id = found.id AND NOT found."isTooOld"
      AND (interactions.status = 'pending' OR interactions.status = 'running' AND interactions.idempotent)
    RETURNING interactions.id
  )
  SELECT found.*, claimed.id IS NOT NULL AS "isClaimed" FROM found LEFT JOIN claimed USING (id)`,
);
