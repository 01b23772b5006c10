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
import type pg from 'pg';
import type { PublishChangesHint } from '../../events/hints.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';
import { findUnits } from './compare.js';
import { importPart, note, type ModelContext } from './import-part.js';
import { endImport, startOldest, storeProgress, type RunningRow } from './imports.sql.js';
import { nameOfLink, type ModelSummary } from './parts.js';
import type { ModelReader } from './reader.js';
import { findThingsByTitle } from './things.sql.js';

/** How many imports run at once in a process. */
const concurrency = 2;

/** How long an idle schedule waits before it ends (ms), so that a concurrent request is not missed. */
const idleMs = 30_000;

/** How long comparing and storing a part may take (ms). */
const partTimeoutMs = 20_000;

/** How often an import is started without progress. */
const maxStarts = 10;

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
}

export function startImportWorker(
  broker: Broker,
  needs: ImportNeeds,
  log: Pick<Logger, 'warn' | 'error'>,
): void {
  startScheduleWorker(broker, modelSchedule, {
    run: ({ developer }) => runImport(needs, developer),
    concurrency,
    onFailure: (error, id) => log.warn({ err: error, id }, 'import of a model was interrupted'),
    retryMs: 1_000,
    async onDeadLetter({ developer }) {
      log.error({ developer }, 'import of a model ended its process several times');
      await failOldest(needs, developer);
    },
  });
}

/** Runs the oldest import of a developer, and ends it. Throws when it has to be continued later. */
export async function runImport(needs: ImportNeeds, developer: string): Promise<NextRun> {
  const [row] = await query(needs.pool, startOldest, [developer]);
  if (!row) return 'ended';
  const problem = await importModel(needs, row, developer).catch((error: unknown) => {
    const isFinal = error instanceof Problem && error.code === 'invalid_request';
    if (!isFinal && (row.starts < maxStarts || needs.stopping.aborted)) throw error;
    return error instanceof Problem ? error : tooOften();
  });
  const isMore = await end(needs, row, developer, problem);
  return { afterMs: isMore ? 0 : idleMs };
}

async function failOldest(needs: ImportNeeds, developer: string): Promise<void> {
  const [row] = await query(needs.pool, startOldest, [developer]);
  if (row) await end(needs, row, developer, tooOften());
}

const tooOften = () => new Problem('internal', 'The import was interrupted too often.');

/** Ends an import, and returns whether the developer has others. */
async function end(
  { pool }: ImportNeeds,
  { key }: RunningRow,
  developer: string,
  problem: Problem | undefined,
): Promise<boolean> {
  const values = [key, developer, problem && JSON.stringify(problem.toData())];
  const [others] = await query(pool, endImport, values);
  return others!.isMore;
}

/** Imports what is left of a model. Returns why that ends early; undefined if it does not, or is cancelled. */
async function importModel(
  needs: ImportNeeds,
  row: RunningRow,
  developer: string,
): Promise<Problem | undefined> {
  if (row.cancelled) return undefined;
  const { text: compressed, base, match } = row;
  const read = { compressed, type: row.type as ModelType, base, match: match ?? undefined };
  const { summary, parts } = await needs.models.read(read, needs.stopping);
  const caller: Caller = { developer, subject: row.subject ?? undefined };
  const { context, progress } = await prepare(needs, row, caller, JSON.parse(summary));
  const failures = JSON.parse(row.failures) as ModelFailure[];
  for (let position = row.position; position < parts.length; position += 1) {
    needs.stopping.throwIfAborted();
    const units = JSON.parse(parts[position]!) as ModelUnit[];
    const outcomes = await importPart({ ...context, deadline: newDeadline() }, units, progress);
    if (!row.preview) needs.publishChangesHint(developer);
    failures.push(...failuresOf(units, outcomes).slice(0, maxShownFailures - failures.length));
    const values = [row.key, position + 1, JSON.stringify(progress), JSON.stringify(failures)];
    const [stored] = await query(needs.pool, storeProgress, values);
    if (stored?.cancelled) return undefined;
    if (progress.failed > maxFailures) {
      return new Problem('invalid_request', `More than ${maxFailures} units have failed.`);
    }
  }
  return undefined;
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
    states: ({ parent, child }: Link) => links.has(nameOfLink(parent, child)),
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
