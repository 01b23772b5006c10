import { boundedStatement, type BoundedRow } from '@trellis/database';
import type { Interaction } from '../generated/prisma/client.js';
import { isVisibleSql } from '../visible.js';

/** An interaction that one of the callers sees, with the position of the call in its batch. */
export type InteractionReadRow = BoundedRow &
  Pick<
    Interaction,
    'id' | 'thing' | 'operation' | 'name' | 'status' | 'output' | 'problem' | 'requested' | 'ended'
  >;

/** Reads interactions. $1 ids, $2 developers, $3 subjects or nulls. */
export const readInteractions = boundedStatement<InteractionReadRow>(
  'interactions.read',
  (bounded) =>
    bounded(`
  SELECT call.position::int AS position, interaction.id, interaction.thing,
    interaction.operation, interaction.name, interaction.status, interaction.output,
    interaction.problem, interaction.requested, interaction.ended,
    coalesce(octet_length(interaction.output), 0) AS bytes
  FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS call(id, developer, subject, position)
  JOIN interactions interaction
    ON interaction.id = call.id AND ${isVisibleSql('interaction', 'call')}`),
);
