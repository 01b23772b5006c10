import type { Requester } from '@trellis/contracts';
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
  | 'transitionMs'
  | 'idempotent'
  | 'requested'
  | 'queueUntil'
> {
  clientId: string;
  requester: Requester | null;
  /** Whether it was claimed before. */
  wasRunning: boolean;
  isClaimed: boolean;
  isTooOld: boolean;
}

/** Returns the condition that the thing of a write was written again later, and that `more` holds. */
export const isWrittenLaterSql = (write: string, more = '') => `(
  SELECT EXISTS (
    SELECT FROM interactions later
    WHERE later.thing = ${write}.thing AND later.key > ${write}.key
      AND later.status NOT IN ('failed', 'cancelled') AND later.operation <> 'invokeaction' ${more}
    ORDER BY later.thing, later.key LIMIT 1
  ) OFFSET 0)`;

/**
 * Returns the condition that an interaction may be performed again after its worker has died. Writing a value again changes
 * nothing, unless another one was written since.
 */
export const mayRepeatSql = (interaction: string) => `CASE
    WHEN ${interaction}.idempotent THEN true
    WHEN ${interaction}.operation = 'invokeaction' THEN false
    ELSE NOT ${isWrittenLaterSql(interaction)}
  END`;

/**
 * Claims interactions, unless they are too old; those that were claimed before only if they may be repeated. Returns all
 * that have not ended. $1 ids, $2 the age at which they expire (ms).
 */
export const claimInteractions = statement<ClaimedRow>(
  'interactions.claim',
  `WITH found AS (
    SELECT interaction.id, interaction.developer, interaction.thing, interaction.client_id AS "clientId",
      interaction.operation, interaction.name, interaction.input,
      interaction.transition_ms AS "transitionMs", interaction.idempotent, interaction.requested, interaction.queue_until AS "queueUntil",
      interaction.requester,
      interaction.status = 'running' AS "wasRunning",
      interaction.requested < now() - $2::int * interval '1 millisecond' AS "isTooOld"
    FROM unnest($1::uuid[]) AS given(id)
    JOIN interactions interaction ON interaction.id = given.id
    WHERE interaction.ended IS NULL AND interaction.client_id IS NOT NULL
  ), claimed AS (
    UPDATE interactions SET status = 'running' FROM found
    WHERE interactions.id = found.id AND NOT found."isTooOld"
      AND CASE interactions.status
        WHEN 'pending' THEN true
        WHEN 'running' THEN ${mayRepeatSql('interactions')}
        ELSE false
      END
    RETURNING interactions.id
  )
  SELECT found.*, claimed.id IS NOT NULL AS "isClaimed" FROM found LEFT JOIN claimed USING (id)`,
);
