import { setTimeout as pause } from 'node:timers/promises';
import { query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Sealing } from '@trellis/sealing';
import type { Pool } from 'pg';
import { recordOperatorActions } from '../../accounts/operator-actions.js';
import type { Database } from '../../database.js';
import { sealedColumns, type SealedColumn } from './sealed-columns.sql.js';
import { recordProgress, storeSurvey, type Outdated } from './progress.js';
import { surveySecrets } from './survey.js';

export interface RotateNeeds {
  database: Database;
  pool: Pool;
  sealing: Sealing;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

interface Options {
  /** Ends the rotation between two batches; the next one goes on with what is left. */
  signal: AbortSignal;
  /** How many texts are read and replaced at once. */
  batchSize?: number;
}

/** Pause after each batch, so that the database has time for others (ms). */
const batchIntervalMs = 20;

/**
 * Seals with the current key whatever is sealed with another one that is known, one developer after the
 * other, those with the least first. It can run while the texts are used and changed, in several processes
 * at once, and be interrupted at any time. Texts under unknown keys are left alone and reported. Returns
 * how many texts it has sealed.
 */
export async function rotateSecrets(needs: RotateNeeds, options: Options): Promise<number> {
  const outdated = await countOutdated(needs, options);
  let sealed = 0;
  for (const [developer, left] of byDeveloper(needs.sealing, outdated)) {
    await recordRotation(needs.database, developer);
    const count = await rotateDeveloper(needs, developer, options);
    if (count > 0) needs.log.info({ developer, sealed: count, of: left }, 'secrets sealed anew');
    sealed += count;
  }
  return sealed;
}

/** Counts the texts that the current key has not sealed, and stores and reports what it has found. */
export async function countOutdated(
  needs: RotateNeeds,
  options: Pick<Options, 'signal'>,
): Promise<Outdated[]> {
  const outdated = await surveySecrets(needs, options);
  await storeSurvey(needs.database, needs.sealing, outdated);
  reportUnknownKeys(needs, outdated);
  return outdated;
}

/** Leaves an entry in the audit log of an account, before anything is changed there. */
const recordRotation = (database: Database, developer: string): Promise<void> =>
  recordOperatorActions(database, [
    {
      developer,
      operator: 'connector-runtime',
      operation: 'rotate_secrets',
      resource: { type: 'secrets', ids: [] },
    },
  ]);

/** The developers that have texts to seal, with how many. */
function byDeveloper({ keys }: Sealing, outdated: Outdated[]): [developer: string, left: number][] {
  const left = new Map<string, number>();
  for (const { developer, key, count } of outdated) {
    if (keys.includes(key)) left.set(developer, count + (left.get(developer) ?? 0));
  }
  return [...left].sort(([, one], [, other]) => one - other);
}

function reportUnknownKeys({ sealing, log }: RotateNeeds, outdated: Outdated[]): void {
  const unknown = outdated.filter(({ key }) => !sealing.keys.includes(key));
  if (unknown.length === 0) return;
  const left: Record<string, number> = {};
  for (const { key, count } of unknown) left[key] = count + (left[key] ?? 0);
  log.warn({ left }, 'secrets are sealed with keys that are not in SECRETS_KEYS');
}

async function rotateDeveloper(
  needs: RotateNeeds,
  developer: string,
  { signal, batchSize = 200 }: Options,
): Promise<number> {
  let sealed = 0;
  for (const column of sealedColumns) {
    let after: string | null | undefined = null;
    while (after !== undefined) {
      signal.throwIfAborted();
      const values: unknown[] = [developer, needs.sealing.currentPrefix, after, batchSize];
      const rows = await query(needs.pool, column.read, values);
      sealed += await rotateBatch(needs, { column, developer, rows });
      after = rows.at(batchSize - 1)?.key;
      if (after !== undefined) await pause(batchIntervalMs);
    }
  }
  return sealed;
}

type Row = NonNullable<SealedColumn['read']['row']>;

async function rotateBatch(
  needs: RotateNeeds,
  batch: { column: SealedColumn; developer: string; rows: Row[] },
): Promise<number> {
  const { column, developer } = batch;
  const replacements = replacementsOf(needs, batch);
  if (replacements.length === 0) return 0;
  const replaced = await query(needs.pool, column.replace, [
    developer,
    replacements.map(({ row }) => row.key),
    replacements.map(({ row }) => row.sealed),
    replacements.map(({ sealed }) => sealed),
  ]);
  const keys = new Set(replaced.map(({ key }) => key));
  const counts = new Map<string, number>();
  for (const { row } of replacements.filter(({ row }) => keys.has(row.key))) {
    const key = row.sealed.split('.')[1]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, count] of counts) {
    await recordProgress(needs.database, { developer, key, count });
  }
  return replaced.length;
}

/** The rows whose texts can be opened, with the same sealed anew. */
function replacementsOf(
  { sealing, log }: RotateNeeds,
  {
    column: { purpose },
    developer,
    rows,
  }: { column: SealedColumn; developer: string; rows: Row[] },
): { row: Row; sealed: string }[] {
  return rows.flatMap((row) => {
    if (!sealing.keys.includes(row.sealed.split('.')[1]!)) return [];
    const binding = { purpose, developer, id: row.id };
    try {
      return [{ row, sealed: sealing.seal(binding, sealing.open(binding, row.sealed)) }];
    } catch {
      log.error({ purpose, developer, id: row.id }, 'a secret cannot be opened');
      return [];
    }
  });
}
