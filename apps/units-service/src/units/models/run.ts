import type { Link, ModelType, ModelUnit } from '@trellis/building-models';
import {
  modelProgress,
  modelSchedule,
  Problem,
  type Caller,
  type LineOutcome,
  type ModelFailure,
  type ModelProgress,
  type QuotaLimits,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { backoffMs } from '@trellis/platform/concurrency';
import type pg from 'pg';
import type { PublishChangesHint } from '../../events/hints.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';
import { findUnits } from './compare.js';
import { importPart, note, type ModelContext } from './import-part.js';
import {
  endImport,
  idleSeconds,
  readIdle,
  startOldest,
  storeProgress,
  type RunningRow,
} from './imports.sql.js';
import { nameOfLink, type ModelSummary } from './parts.js';
import type { ModelReader } from './reader.js';
import { findThingsByTitle } from './things.sql.js';

/** How many imports run at once in a process. */
const concurrency = 2;

/** How often a schedule looks for another import until its developer is idle (ms). */
const lookMs = 1_000;

/** How long comparing and storing a part may take (ms). */
const partTimeoutMs = 20_000;

/** After how long others get their turn (ms). */
const maxRunMs = 30_000;

/** How often an import is started without progress, and how long it waits in between. */
const maxStarts = 20;
const backoff = { firstMs: 1_000, maxMs: 60_000 };

/** The number of failed units that ends an import, and how many of them are shown. */
const maxFailures = 10_000;
const maxShownFailures = 200;

export interface ImportNeeds {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
  quotas: QuotaLimits<'units'>;
  models: ModelReader;
  publishChangesHint: PublishChangesHint;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
  log: Pick<Logger, 'warn'>;
}

export function startImportWorker(broker: Broker, needs: ImportNeeds): void {
  startScheduleWorker(broker, modelSchedule, {
    run: ({ developer }) => runImport(needs, developer),
    concurrency,
    onFailure: (error, id) => needs.log.warn({ err: error, id }, 'imports of models failed'),
    retryMs: backoff.firstMs,
  });
}

/** Runs the oldest import of a developer, until it ends or others are to have their turn. */
export async function runImport(needs: ImportNeeds, developer: string): Promise<NextRun> {
  const [row] = await query(needs.pool, startOldest, [developer]);
  if (!row) return endIfIdle(needs, developer);
  const outcome = await importModel(needs, row, developer).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'invalid_request') return error;
    if (needs.stopping.aborted) return 'paused';
    needs.log.warn({ err: error, developer }, 'import of a model was interrupted');
    return row.starts < maxStarts ? 'interrupted' : tooOften();
  });
  if (outcome === 'paused') return { afterMs: 0 };
  if (outcome === 'interrupted') return { afterMs: backoffMs(backoff, row.starts) };
  const isMore = await end(needs, row, developer, outcome);
  return { afterMs: isMore ? 0 : idleSeconds * 1_000 };
}

/** Ends the schedule only when no import is likely to be added at this moment, which would not start it again. */
async function endIfIdle({ pool }: ImportNeeds, developer: string): Promise<NextRun> {
  const [found] = await query(pool, readIdle, [developer]);
  return found!.isIdle ? 'ended' : { afterMs: lookMs };
}

const tooOften = () => new Problem('internal', 'The import was interrupted too often.');

/** Ends an import, and returns whether the developer has others. */
async function end(
  { pool }: ImportNeeds,
  { key }: RunningRow,
  developer: string,
  outcome: Problem | 'completed' | 'cancelled',
): Promise<boolean> {
  const problem = outcome instanceof Problem ? JSON.stringify(outcome.toData()) : null;
  const values = [key, developer, problem, outcome === 'cancelled'];
  const [others] = await query(pool, endImport, values);
  return others!.isMore;
}

/** Imports what is left of a model; returns why that ends. */
async function importModel(
  needs: ImportNeeds,
  row: RunningRow,
  developer: string,
): Promise<Problem | 'completed' | 'cancelled' | 'paused'> {
  if (row.cancelled) return 'cancelled';
  const begunAt = performance.now();
  const { text: compressed, base, match } = row;
  const read = { compressed, type: row.type as ModelType, base, match: match ?? undefined };
  const { summary, parts } = await needs.models.read(read, needs.stopping);
  const caller: Caller = { developer, subject: row.subject ?? undefined };
  const { context, progress } = await prepare(needs, row, caller, JSON.parse(summary));
  const failures = JSON.parse(row.failures) as ModelFailure[];
  for (let position = row.position; position < parts.length; position += 1) {
    if (needs.stopping.aborted || performance.now() - begunAt > maxRunMs) return 'paused';
    const units = JSON.parse(parts[position]!) as ModelUnit[];
    const outcomes = await importPart({ ...context, deadline: newDeadline() }, units, progress);
    if (!row.preview) needs.publishChangesHint(developer);
    failures.push(...failuresOf(units, outcomes).slice(0, maxShownFailures - failures.length));
    const values = [row.key, position + 1, JSON.stringify(progress), JSON.stringify(failures)];
    const [stored] = await query(needs.pool, storeProgress, values);
    if (!stored) throw new Error('Another run has continued the import.');
    if (stored.cancelled && position + 1 < parts.length) return 'cancelled';
    if (progress.failed > maxFailures) {
      return new Problem('invalid_request', `More than ${maxFailures} units have failed.`);
    }
  }
  return 'completed';
}

const newDeadline = () => ({ expiresAt: Date.now() + partTimeoutMs });

const failuresOf = (units: readonly ModelUnit[], outcomes: readonly LineOutcome[]) =>
  outcomes.flatMap((problem, index) =>
    typeof problem === 'string' ? [] : { iri: units[index]!.iri, problem },
  );

/** Finds the units and things that a model refers to. */
async function prepare(
  needs: ImportNeeds,
  { preview, replace, progress: stored }: RunningRow,
  caller: Caller,
  about: ModelSummary,
): Promise<{ context: Omit<ModelContext, 'deadline'>; progress: ModelProgress }> {
  const { pool } = needs;
  const deadline = newDeadline();
  const others = await findUnits({ pool, caller, deadline }, about.others);
  const missing = new Set(about.others.filter((id) => !others.get(id)));
  const { developer, subject } = caller;
  const wanted = [developer, subject, about.titles];
  const things =
    about.titles.length === 0 ? [] : await query(pool, findThingsByTitle, wanted, deadline);
  const links = new Set(about.links);
  const progress = stored === null ? newProgress(about) : modelProgress.parse(JSON.parse(stored));
  if (stored === null) for (const id of missing) note(progress, 'unknown_node', id);
  const context = {
    needs,
    pool,
    caller,
    preview,
    replace,
    titles: new Map(things.map(({ title, id }) => [title, id])),
    hasUnit: (id: string) => !missing.has(id),
    states: (link: Link) => links.has(nameOfLink(link)),
  };
  return { context, progress };
}

const newProgress = ({ units, statements, unmapped }: ModelSummary): ModelProgress => ({
  units,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  statements,
  links: { added: 0, removed: 0 },
  properties: { added: 0, changed: 0, removed: 0 },
  points: { matched: 0, unmatched: 0 },
  unmapped,
});
