import { query } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import { failed, storeSettlement } from '../../delivery/settle.js';
import { about, subjectOf } from '../../log-subject.js';
import { groupSchedule } from '../../queues.js';
import type { Runtime } from '../../runtime.js';
import { interrupted } from '../problem.js';
import { askApp, type AskAppNeeds } from './ask-app.js';
import { askClients, type AskClientsNeeds } from './ask-clients.js';
import { endBatches, tooLate, type EndNeeds } from './end.js';
import { endLateParts, releaseParts, readOpenBatches, readParts, type PartRow } from './run.sql.js';

/** How many groups a process runs at once. They mostly wait. */
const concurrency = 400;

const maxParts = 1_000;

/** How long an idle group waits before it ends (ms), so that a concurrent request is not missed. */
const idleMs = 30_000;

type Needs = AskClientsNeeds & AskAppNeeds & EndNeeds & Pick<Runtime, 'log'>;

export function startBulkWorker(broker: Broker, needs: Needs): void {
  startScheduleWorker(broker, groupSchedule, {
    run: (data) => runGroup(needs, data),
    concurrency,
    onFailure: (error, group) =>
      needs.log.warn({ err: error, group, ...subjectOf(error) }, 'group of bulk commands failed'),
    retryMs: 1_000,
  });
}

/** Performs the parts of a group, a few at a time. */
export async function runGroup(needs: Needs, { group }: { group: string }): Promise<NextRun> {
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

/** Returns the members to log about the parts of a group. Things of an app have no connector type. */
function subjectOfParts(parts: PartRow[]) {
  const { developer, connectorType } = parts[0]!;
  return connectorType === null ? { developer } : { developer, type: connectorType };
}

async function askParts(
  needs: Needs,
  parts: PartRow[],
  look: () => Promise<PartRow[]>,
): Promise<NextRun> {
  const { waiting, underWay } = await resume(needs, parts);
  const isOfApp = parts[0]!.clientId === null;
  const outcome = await (isOfApp
    ? askApp(needs, waiting, { underWay })
    : askClients(needs, waiting, { look }));
  const left = await look();
  if (left.length === 0) return { afterMs: idleMs };
  return { afterMs: 'pauseMs' in outcome ? outcome.pauseMs : outcome.untilNext(left) };
}

/** Returns a function that reads the remaining parts of a group, and ends its finished bulk commands. */
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
 * Returns the parts to perform, and how many actions of apps are pending; their deliveries continue by themselves. The
 * runs of a group never overlap, so other parts with the status `running` were interrupted.
 */
async function resume({ database, pool }: Needs, parts: PartRow[]) {
  const running = parts.filter(({ status }) => status === 'running');
  const underWay = running.filter((part) => isActionOfApp(part));
  const cutOff = running.filter((part) => !isActionOfApp(part));
  const repeated = cutOff.filter(({ clientId, mayRepeat }) => mayRepeat || clientId === null);
  const unknown = cutOff.filter((part) => !repeated.includes(part));
  if (repeated.length > 0) await query(pool, releaseParts, [repeated.map(({ id }) => id)]);
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
