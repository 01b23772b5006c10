import {
  interactionOperation,
  Problem,
  type BatchResult,
  type Caller,
  type Handler,
  type ProblemData,
} from '@trellis/contracts';
import { pageRange, query, toPage } from '@trellis/database';
import type { Pool } from 'pg';
import { validate as isUuid } from 'uuid';
import type { Database } from '../../database.js';
import type { Batch } from '../../generated/prisma/client.js';
import { visibleTo } from '../../visible.js';
import { countByStatus } from './end.sql.js';
import { progressOf, shownStatus, statusOf } from './progress.js';
import { readResults, type ResultRow } from './results.sql.js';

interface Needs {
  database: Database;
  pool: Pool;
}

/** Returns a bulk command and its progress. */
export const readBatch: Handler<'batches.read', Needs> = async ({ database, pool }, on) => {
  const batch = await requireBatch(database, on);
  const { id, name, requested, expires, ended } = batch;
  const progress = progressOf(await query(pool, countByStatus, [[batch.key]]));
  return {
    id,
    operation: interactionOperation.parse(batch.operation),
    name,
    status: statusOf(progress, ended !== null),
    progress,
    requested: requested.toISOString(),
    expires: expires.toISOString(),
    ...(ended && { ended: ended.toISOString() }),
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
export async function requireBatch(
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
    ...(output !== null && { output: JSON.parse(output) as unknown }),
    ...(problem !== null && { problem: JSON.parse(problem) as ProblemData }),
    ...(ended && { ended: ended.toISOString() }),
  };
}
