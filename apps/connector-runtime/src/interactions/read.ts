import {
  interactionOperation,
  Problem,
  type Caller,
  type Interaction,
  type ProblemData,
} from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import { visibleClients } from '../clients/read.js';
import type { Runtime } from '../runtime.js';

/** An interaction that the caller sees, and what has come of it so far. */
export async function readInteraction(
  { database }: Runtime,
  { caller, id }: { caller: Caller; id: string },
): Promise<Interaction> {
  const row = isUuid(id)
    ? await database.interaction.findFirst({ where: { id, ...visibleClients(caller) } })
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
}
