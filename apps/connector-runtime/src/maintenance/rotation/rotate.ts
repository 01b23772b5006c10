import { setTimeout as pause } from 'node:timers/promises';
import { query } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import type { Pool } from 'pg';
import { recordOperatorActions } from '../../accounts/operator-actions.js';
import type { Database } from '../../database.js';
import type { Runtime } from '../../runtime.js';
import { sealedColumns, type SealedColumn } from './sealed-columns.sql.js';
import { recordProgress, storeSurvey, type Outdated } from './progress.js';

export type RotateNeeds = Pick<Runtime, 'database' | 'pool' | 'sealing' | 'log'>;

interface Options {
  /** Stops the rotation between two batches; the next rotation continues. */
  signal: AbortSignal;
  batchSize?: number;
}

/** Pause after each batch, so that the database can serve others (ms). */
const batchIntervalMs = 20;

/**
 * Re-encrypts texts under other known keys with the current key, one developer after another, those with the fewest
 * first. It can run while the texts are used and changed, in several processes, and can be interrupted. Texts under
 * unknown keys are reported. Returns how many texts were re-encrypted.
 */
export async function rotateSecrets(needs: RotateNeeds, options: Options): Promise<number> {
  const outdated = await countOutdated(needs, options);
  let sealed = 0;
  for (const [developer, left] of byDeveloper(needs.sealing, outdated)) {
    await recordRotation(needs.database, developer);
    const count = await rotateDeveloper(needs, developer, options);
    if (count > 0) needs.log.info({ developer, sealed: count, of: left }, 'secrets re-encrypted');
    sealed += count;
  }
  return sealed;
}

/** Counts the texts under other keys, and stores and logs the counts. */
export async function countOutdated(
  needs: RotateNeeds,
  options: Pick<Options, 'signal'>,
): Promise<Outdated[]> {
  const outdated = await surveySecrets(needs, options);
  await storeSurvey(needs.database, needs.sealing, outdated);
  reportUnknownKeys(needs, outdated);
  return outdated;
}

/** Adds an entry to the audit log of an account before its texts are changed. */
const recordRotation = (database: Database, developer: string): Promise<void> =>
  recordOperatorActions(database, [
    {
      developer,
      operator: 'connector-runtime',
      operation: 'rotate_secrets',
      resource: { type: 'secrets', ids: [] },
    },
  ]);

/** Returns the developers with texts to re-encrypt, and their counts. */
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
  log.warn({ left }, 'secrets are encrypted with keys that are not in SECRETS_KEYS');
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

/** Re-encrypts the texts that can be decrypted. */
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
      log.error({ purpose, developer, id: row.id }, 'secret cannot be decrypted');
      return [];
    }
  });
}

const defaultPageSize = 5_000;

/** Counts the texts that are not encrypted with the current key or format. */
async function surveySecrets(
  { pool, sealing }: { pool: Pool; sealing: Pick<Sealing, 'currentPrefix'> },
  { signal, pageSize = defaultPageSize }: { signal: AbortSignal; pageSize?: number },
): Promise<Outdated[]> {
  const found = new Map<string, Outdated>();
  for (const { survey } of sealedColumns) {
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const values: unknown[] = [after, sealing.currentPrefix, pageSize];
      const { last, outdated } = (await query(pool, survey, values))[0]!;
      for (const { developer, key, count } of outdated) {
        const id = JSON.stringify([developer, key]);
        found.set(id, { developer, key, count: count + (found.get(id)?.count ?? 0) });
      }
      after = last;
    } while (after !== null);
  }
  return [...found.values()];
}
