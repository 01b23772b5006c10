import {
  interactionOperation,
  Problem,
  type Caller,
  type CallInSet,
  type Handler,
  type Interaction,
  type ProblemData,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { callerColumns, idColumn } from '../call-columns.js';
import { readInteractions, type InteractionReadRow } from './read.sql.js';

export const readInteraction: Handler<'interactions.read', { pool: Pool }> = ({ pool }, calls) =>
  findInteractions(pool, calls);

/** Interactions that the callers see, and their outcomes so far. */
export async function findInteractions(
  pool: Pool,
  calls: readonly CallInSet<{ caller: Caller; id: string }>[],
): Promise<(Interaction | Problem)[]> {
  const { developers, subjects } = callerColumns(calls);
  const rows = await query(pool, readInteractions, [idColumn(calls), developers, subjects]);
  const found = new Map(rows.map((row) => [row.position, toInteraction(row)]));
  return calls.map((_call, index) => found.get(index + 1) ?? noSuchInteraction());
}

const noSuchInteraction = () => new Problem('not_found', 'There is no such interaction.');

function toInteraction(row: InteractionReadRow): Interaction {
  const { id, thing, operation, name, status, output, problem, requested, ended } = row;
  return {
    id,
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
