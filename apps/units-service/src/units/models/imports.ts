import {
  modelProgress,
  Problem,
  type Caller,
  type Handler,
  type ModelFailure,
  type ModelImport,
  type ProblemData,
} from '@trellis/contracts';
import { inTransaction, inTurn, purgeInBatches, query } from '@trellis/database';
import type { Scheduler } from '@trellis/messaging';
import type pg from 'pg';
import { v5, validate as isUuid } from 'uuid';
import {
  addImport,
  cancelImportRow,
  lockImports,
  maxOpen,
  purgeOldImports,
  readImporters,
  readRoom,
  readImportRow,
  type ImportRow,
} from './imports.sql.js';

export type ModelScheduler = Scheduler<{ developer: string }>;

interface Needs {
  pool: pg.Pool;
  modelImports: ModelScheduler;
}

export const admitModel: Handler<'models.admit', Pick<Needs, 'pool'>> = async (
  { pool },
  { caller: { developer } },
) => {
  const [found] = await query(pool, readRoom, [developer]);
  if (!found!.hasRoom) throw tooMany();
  return {};
};

const tooMany = () => {
  const detail = `At most ${maxOpen} imports of models wait at once.`;
  return new Problem('rate_limited', detail, { retry_after: 5 });
};

/** Stores a model for its import, which a worker begins; see `run.ts`. */
export const startModelImport: Handler<'models.start', Needs> = async (
  { pool, modelImports },
  { caller, id, text, type, base, match, preview, replace },
  deadline,
) => {
  const { developer, subject } = caller;
  const compressed = Buffer.from(text, 'base64');
  const values = [developer, id, subject, compressed, type, base, match, preview, replace];
  const add = async (db: pg.PoolClient) => {
    await query(db, lockImports, [developer]);
    await query(db, addImport, values);
  };
  await inTurn(`models of ${developer}`, deadline, () => inTransaction(pool, add, deadline));
  // A call that is delivered again finds the import that the first delivery has added.
  const stored = await findImport(pool, { caller, id });
  if (!stored) throw tooMany();
  // Without the queue, `resumeImports` starts it later.
  await runImportsOf(modelImports, developer).catch(() => undefined);
  return toImport(stored);
};

export const readModelImport: Handler<'models.read', Pick<Needs, 'pool'>> = async (
  { pool },
  on,
) => {
  const row = await findImport(pool, on);
  if (!row) throw new Problem('not_found', 'There is no such import.');
  return toImport(row);
};

export const cancelModelImport: Handler<'models.cancel', Pick<Needs, 'pool'>> = async (
  { pool },
  on,
  deadline,
) => {
  if (isUuid(on.id)) await query(pool, cancelImportRow, keyOf(on), deadline);
  return readModelImport({ pool }, on, deadline);
};

interface OnImport {
  caller: Caller;
  id: string;
}

const keyOf = ({ id, caller }: OnImport) => [id, caller.developer, caller.subject];

async function findImport(pool: pg.Pool, on: OnImport): Promise<ImportRow | undefined> {
  if (!isUuid(on.id)) return undefined;
  const [row] = await query(pool, readImportRow, keyOf(on));
  return row;
}

function toImport({
  progress,
  failures,
  problem,
  requested,
  ended,
  ...row
}: ImportRow): ModelImport {
  const { id, preview, replace } = row;
  return {
    id,
    status: statusOf({ ...row, problem, ended }),
    preview,
    replace,
    progress: progress === null ? undefined : modelProgress.parse(JSON.parse(progress)),
    failures: JSON.parse(failures) as ModelFailure[],
    problem: problem === null ? undefined : (JSON.parse(problem) as ProblemData),
    requested: requested.toISOString(),
    ended: ended?.toISOString(),
  };
}

type State = Pick<ImportRow, 'starts' | 'problem' | 'cancelled' | 'ended'>;

function statusOf({ starts, problem, cancelled, ended }: State): ModelImport['status'] {
  if (ended === null) return starts === 0 ? 'pending' : 'running';
  if (problem !== null) return 'failed';
  return cancelled === null ? 'completed' : 'cancelled';
}

/** Lets a worker begin with the imports of a developer, unless one runs already. */
async function runImportsOf(scheduler: ModelScheduler, developer: string): Promise<void> {
  await scheduler.start([scheduleOf(developer)]);
  await scheduler.runNow(scheduleOf(developer).id);
}

const scheduleOf = (developer: string) => ({ id: v5(developer, v5.URL), data: { developer } });

/** Adds schedules that the database requires and that are missing, as after a loss of the queue. */
export async function resumeImports({ pool, modelImports }: Needs): Promise<void> {
  const importers = await query(pool, readImporters, []);
  await modelImports.start(importers.map(({ developer }) => scheduleOf(developer)));
}

export const purgeImports = (pool: pg.Pool, now: Date): Promise<void> =>
  purgeInBatches(1_000, async (most) => (await query(pool, purgeOldImports, [now, most])).length);
