import {
  interactionOperation,
  Problem,
  type deferred,
  type Caller,
  type BatchedCall,
  type Handler,
  type Interaction,
  type ProblemData,
} from '@trellis/contracts';
import { boundedOutcomes, pageRange, queryBounded, toPage } from '@trellis/database';
import type { Pool } from 'pg';
import { callerColumns, idColumn } from '../call-columns.js';
import { readInteractions, type InteractionReadRow } from './start.sql.js';
import type { Runtime } from '../runtime.js';

export type InteractionOutcome = Interaction | Problem | typeof deferred;

export const readInteraction: Handler<'interactions.read', Pick<Runtime, 'pool'>> = (
  { pool },
  calls,
) => findInteractions(pool, calls);

export const listInteractions: Handler<'interactions.list', Pick<Runtime, 'database'>> = async (
  { database },
  { caller: { developer, subject }, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.interaction.findMany({
    where: { developer, subject, key: { gt: after } },
    select: { key: true, id: true },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
};

/** Reads the interactions that the callers see. */
export async function findInteractions(
  pool: Pool,
  calls: readonly BatchedCall<{ caller: Caller; id: string }>[],
): Promise<InteractionOutcome[]> {
  const { developers, subjects } = callerColumns(calls);
  const values = [idColumn(calls), developers, subjects];
  const rows = await queryBounded(pool, readInteractions, calls, values);
  return boundedOutcomes(calls, rows, (row) => (row ? toInteraction(row) : noSuchInteraction()));
}

const noSuchInteraction = () => new Problem('not_found', 'There is no such interaction.');

function toInteraction(row: InteractionReadRow): Interaction {
  const { id, thing, operation, name, status, output, problem, requested, queueUntil, ended } = row;
  return {
    id,
    thing,
    operation: interactionOperation.parse(operation),
    name: name ?? undefined,
    status: isEnd(status) ? status : 'pending',
    ...(output !== null && { output: JSON.parse(output) as unknown }),
    problem: problem === null ? undefined : (JSON.parse(problem) as ProblemData),
    requested: requested.toISOString(),
    ...(status === 'queued' && { queued_until: queueUntil?.toISOString() }),
    ended: ended?.toISOString(),
  };
}

const isEnd = (status: string): status is Exclude<Interaction['status'], 'pending'> =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
