import {
  interactionOperation,
  Problem,
  type BatchResult,
  type Caller,
  type Handler,
  type ProblemData,
} from '@trellis/contracts';
import { pageRange, query, toPage } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import { writeInTurn, type Database } from '../../database.js';
import type { Batch } from '../../generated/prisma/client.js';
import { visibleTo } from '../../visible.js';
import type { Runtime } from '../../runtime.js';
import { countByStatus, readResults, type ResultRow } from './run.sql.js';
import { progressOf, shownStatus, statusOf, endBatches, type EndNeeds } from './end.js';

type Needs = Pick<Runtime, 'database' | 'pool'>;

export const readBatch: Handler<'batches.read', Needs> = async ({ database, pool }, on) => {
  const batch = await requireBatch(database, on);
  const { id, name, requested, expires, ended } = batch;
  const progress = progressOf(await query(pool, countByStatus, [[batch.key]]));
  return {
    id,
    operation: interactionOperation.parse(batch.operation),
    name: name ?? undefined,
    status: statusOf(progress, ended !== null),
    progress,
    requested: requested.toISOString(),
    expires: expires.toISOString(),
    ended: ended?.toISOString(),
  };
};

/** Lists the outcome for each thing, in the order of the selection. */
export const listBatchResults: Handler<'batches.results', Needs> = async (
  { database, pool },
  { page, status, ...on },
) => {
  const { key } = await requireBatch(database, on);
  const { after, take } = pageRange(page);
  const stored = status === 'pending' ? 'waiting' : (status ?? null);
  const rows = await query(pool, readResults, [key, after, take, stored]);
  const isWhole = rows.length === (rows[0]?.found ?? 0);
  return toPage(isWhole ? rows : [...rows, null], page, toResult);
};

/** Reads a bulk command; throws `not_found` when the caller does not see it. */
async function requireBatch(
  database: Database,
  { caller, id }: { caller: Caller; id: string },
): Promise<Batch> {
  const batch = isUuid(id)
    ? await database.batch.findFirst({ where: { id, ...visibleTo(caller) } })
    : null;
  if (!batch) throw new Problem('not_found', 'There is no such interaction.');
  return batch;
}

function toResult({ id, thing, status, output, problem, ended }: ResultRow): BatchResult {
  return {
    id,
    thing,
    status: shownStatus(status),
    output: output === null ? undefined : JSON.parse(output),
    problem: problem === null ? undefined : (JSON.parse(problem) as ProblemData),
    ended: ended?.toISOString(),
  };
}

/** Cancels the parts that have not begun. Running parts end by themselves. */
export const cancelBatch: Handler<'batches.cancel', EndNeeds & Pick<Runtime, 'database'>> = async (
  needs,
  on,
  context,
) => {
  const { key, developer } = await requireBatch(needs.database, on);
  await writeInTurn(needs.database, { developer, deadline: context }, async (tx) => {
    const now = new Date();
    await tx.batch.updateMany({
      where: { key, ended: null, cancelled: null },
      data: { cancelled: now },
    });
    await tx.interaction.updateMany({
      where: { batchKey: key, status: 'waiting' },
      data: { status: 'cancelled', input: null, ended: now },
    });
  });
  await endBatches(needs, [key]);
  return readBatch(needs, on, context);
};
