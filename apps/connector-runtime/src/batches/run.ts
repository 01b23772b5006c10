import { query } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { interrupted } from '../interactions/problem.js';
import { failed, storeSettlement } from '../interactions/settle.js';
import { askApp, type AskAppNeeds } from './ask-app.js';
import { askClients, type AskClientsNeeds } from './ask-clients.js';
import { endBatches, type EndNeeds } from './end.js';
import { groupSchedule, type GroupData } from './group-schedule.js';
import {
  failLateParts,
  putBackParts,
  readOpenBatches,
  readParts,
  type PartRow,
} from './run.sql.js';
import { tooLate } from './too-late.js';

/** How many groups a process works on at once. */
const concurrency = 100;

/** How many things of a group are looked at at once. */
const maxParts = 1_000;

/** How long a run begins with things; then other groups have their turn (ms). */
const runMs = 5_000;

/** How long a group that has nothing to do waits for more, so that a request that comes with its end is seen (ms). */
const idleMs = 30_000;

/** How often the outcomes of actions of apps are looked for (ms). */
const lookMs = 250;

interface Needs extends AskClientsNeeds, AskAppNeeds, EndNeeds {
  log: Pick<Logger, 'warn' | 'error'>;
}

/** Works on batches until the broker is closed. */
export function startBatchWorker(broker: Broker, needs: Needs): void {
  startScheduleWorker(broker, groupSchedule, {
    run: (data) => runGroup(needs, data),
    concurrency,
    onFailure: (error, group) => needs.log.warn({ err: error, group }, 'a batch was held up'),
    retryMs: 1_000,
  });
}

/** Asks the things of a group, a few at a time, for some seconds. */
export async function runGroup(needs: Needs, { group }: GroupData): Promise<NextRun> {
  const { pool } = needs;
  await query(pool, failLateParts, [group, tooLate]);
  const parts = await query(pool, readParts, [group, maxParts]);
  if (parts.length === 0) {
    // Actions of apps end between two runs.
    const open = await query(pool, readOpenBatches, [group]);
    await endBatches(needs, toKeys(open));
    return 'ended';
  }
  const { waiting, underWay } = await resume(needs, parts);
  const isOfApp = parts[0]!.clientId === null;
  const turn = { endsAt: Date.now() + runMs, underWay };
  const { pauseMs } = await (isOfApp ? askApp : askClients)(needs, waiting, turn);
  await endBatches(needs, toKeys(parts));
  const [left] = await query(pool, readParts, [group, 1]);
  if (!left) return { afterMs: idleMs };
  return { afterMs: pauseMs ?? (isOfApp ? lookMs : 0) };
}

const toKeys = (rows: { batchKey: string }[]) => [
  ...new Set(rows.map(({ batchKey }) => BigInt(batchKey))),
];

/**
 * What is to begin, and how many actions of apps are under way, whose deliveries go on by themselves. As the runs
 * of a group never overlap, whatever else is running was interrupted.
 */
async function resume({ database, pool }: Needs, parts: PartRow[]) {
  const running = parts.filter(({ status }) => status === 'running');
  const underWay = running.filter((part) => isActionOfApp(part));
  const cutOff = running.filter((part) => !isActionOfApp(part));
  const repeated = cutOff.filter(({ clientId, idempotent }) => idempotent || clientId === null);
  const unknown = cutOff.filter((part) => !repeated.includes(part));
  if (repeated.length > 0) await query(pool, putBackParts, [repeated.map(({ id }) => id)]);
  if (unknown.length > 0) {
    await storeSettlement(
      database,
      unknown.map(({ id }) => id),
      failed(interrupted()),
    );
  }
  const waiting = parts.filter(({ status }) => status === 'waiting');
  return { waiting: [...repeated, ...waiting], underWay: underWay.length };
}

const isActionOfApp = ({ clientId, operation }: PartRow) =>
  clientId === null && operation === 'invokeaction';
