import { interactionOperation, Problem, type Handler, type ProblemData } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import { visibleTo } from '../clients/visible.js';
import type { Database } from '../database.js';

/** An interaction that the caller sees, and its outcome so far. */
export const readInteraction: Handler<'interactions.read', { database: Database }> = async (
  { database },
  { caller, id },
) => {
  const row = isUuid(id)
    ? await database.interaction.findFirst({ where: { id, ...visibleTo(caller) } })
    : null;
  if (!row) throw new Problem('not_found', 'There is no such interaction.');
  const { thing, operation, name, status, output, problem, requested, ended } = row;
  return {
    id: row.id,
    thing,
    operation: interactionOperation.parse(operation),
    name,
    status: status === 'completed' || status === 'failed' ? status : 'pending',
    ...(output !== null && { output: JSON.parse(output) as unknown }),
    ...(problem !== null && { problem: JSON.parse(problem) as ProblemData }),
    requested: requested.toISOString(),
    ...(ended && { ended: ended.toISOString() }),
  };
};
