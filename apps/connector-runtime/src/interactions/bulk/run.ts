import { query } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { interrupted } from '../problem.js';
import { failed, storeSettlement } from '../../delivery/settle.js';
import { about, subjectOf } from '../../log-subject.js';
import { askApp, type AskAppNeeds } from './ask-app.js';
import { askClients, type AskClientsNeeds } from './ask-clients.js';
import { endBatches, type EndNeeds } from './end.js';
import { groupSchedule, type GroupData } from './group-schedule.js';
import { endLateParts, putBackParts, readOpenBatches, readParts, type PartRow } from './run.sql.js';
import { tooLate } from './too-late.js';

/** How many groups a process works on at once; it waits for them more than it works. */
const concurrency = 400;

/** How many things of a group are looked at at once. */
const maxParts = 1_000;

/** How long a group that has nothing to do waits for more, so that a request that comes with its end is seen (ms). */
const idleMs = 30_000;

interface Needs extends AskClientsNeeds, AskAppNeeds, EndNeeds {
  log: Pick<Logger, 'warn' | 'error'>;
}

/** Works on batches until the broker is closed. */
export function startBulkWorker(broker: Broker, needs: Needs): void {
  startScheduleWorker(broker, groupSchedule, {
    run: (data) => runGroup(needs, data),
    concurrency,
    onFailure: (error, group) =>
      needs.log.warn({ err: error, group, ...subjectOf(error) }, 'a batch was held up'),
    retryMs: 1_000,
  });
}

/** Asks the things of a group, a few at a time. */
export async function runGroup(needs: Needs, { group }: GroupData): Promise<NextRun> {
  const { pool } = needs;
  const look = lookAfter(needs, group);
  const parts = await look();
  if (parts.length === 0) {
    // Actions of apps end between two runs.
    await endBatches(needs, toKeys(await query(pool, readOpenBatches, [group])));
    return 'ended';
  }
  return about(subjectOfParts(parts), () => askParts(needs, parts, look));
}

/** Whom the parts of a group are of, and of which technology; things of an app are of none. */
function subjectOfParts(parts: PartRow[]) {
  const { developer, connectorType } = parts[0]!;
  return { developer, ...(connectorType !== null && { type: connectorType }) };
}

async function askParts(
  needs: Needs,
  parts: PartRow[],
  look: () => Promise<PartRow[]>,
): Promise<NextRun> {
  const { waiting, underWay } = await resume(needs, parts);
  const isOfApp = parts[0]!.clientId === null;
  const held = await (isOfApp
    ? askApp(needs, waiting, { underWay })
    : askClients(needs, waiting, { look }));
  const left = await look();
  if (left.length === 0) return { afterMs: idleMs };
  return { afterMs: 'pauseMs' in held ? held.pauseMs : held.untilNext(left) };
}

/** Returns a function that finds what is left to do, and ends those batches of a group that have come to their end. */
function lookAfter(needs: Needs, group: string): () => Promise<PartRow[]> {
  const open = new Set<string>();
  return async () => {
    await query(needs.pool, endLateParts, [group, tooLate]);
    const parts = await query(needs.pool, readParts, [group, maxParts]);
    await endBatches(needs, [...open].map(BigInt));
    open.clear();
    for (const { batchKey } of parts) open.add(batchKey);
    return parts;
  };
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
  const again = repeated.map((part) => ({ ...part, status: 'waiting' }));
  return { waiting: [...again, ...waiting], underWay: underWay.length };
}

const isActionOfApp = ({ clientId, operation }: PartRow) =>
  clientId === null && operation === 'invokeaction';
