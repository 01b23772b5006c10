import type { Handler } from '@trellis/contracts';
import { withTimeout } from '@trellis/platform/concurrency';
import { recordOperation, startedBy, type RecordNeeds } from '../activity/record.js';
import { writeInTurn } from '../database.js';
import { publishPause } from '../polling/publish.js';
import type { Runtime } from '../runtime.js';
import { untilAllowedMs, pollSoon } from './poll-now.js';
import { requireVisibleClient } from './visible.js';

type Needs = RecordNeeds & Pick<Runtime, 'database' | 'polls' | 'readClient' | 'store'>;

/** How long the caller waits until units-service knows of the pause (ms). */
const publishMs = 1_000;

/**
 * Pauses a client: polls, listeners and interactions check its row. Its schedule continues, and publishes the pause
 * to units-service if that fails here.
 */
export const pauseClient: Handler<'clients.pause', Needs> = async (
  { database, polls, readClient, store, ...recording },
  { reason, requester, ...on },
  deadline,
) => {
  const found = await requireVisibleClient(database, on);
  const { id, key, developer, subject } = found;
  const startedAt = performance.now();
  await writeInTurn(database, { developer, deadline }, async (tx) => {
    const { count } = await tx.client.updateMany({
      where: { key, pausedSince: null },
      data: { pausedSince: new Date(), pauseReason: reason ?? null },
    });
    if (count === 0) return;
    const operation = { kind: 'pause', startedAt, startedBy: startedBy(requester) } as const;
    recordOperation(recording, { row: found }, operation);
    await tx.listener.deleteMany({ where: { clientKey: key } });
    const change = { developer, subject, client: id, kind: 'client_updated' };
    await tx.clientChange.create({ data: change });
  });
  const client = await readClient(id);
  if (!client?.row.pausedSince) return {};
  try {
    await withTimeout(publishPause(store, client.row), publishMs);
  } catch {
    await polls.runNow(id).catch(() => undefined);
  }
  return {};
};

/** Resumes a client: polls it now. The listener follows once that poll has succeeded. */
export const resumeClient: Handler<
  'clients.resume',
  RecordNeeds & Pick<Needs, 'database' | 'polls'>
> = async ({ database, polls, ...recording }, { requester, ...on }, deadline) => {
  const client = await requireVisibleClient(database, on);
  const { id, key, developer, subject } = client;
  const startedAt = performance.now();
  const count = await writeInTurn(database, { developer, deadline }, async (tx) => {
    const { count } = await tx.client.updateMany({
      where: { key, pausedSince: { not: null } },
      data: { pausedSince: null, pauseReason: null, isResuming: true },
    });
    const change = { developer, subject, client: id, kind: 'client_updated' };
    if (count > 0) await tx.clientChange.create({ data: change });
    return count;
  });
  if (count > 0) {
    const operation = { kind: 'resume', startedAt, startedBy: startedBy(requester) } as const;
    recordOperation(recording, { row: client }, operation);
  }
  // The first delivery of this call may have been interrupted between the two steps.
  const isRepeated = client.isResuming && count === 0 && (await untilAllowedMs(polls, id)) <= 0;
  if (count > 0 || isRepeated) await pollSoon(polls, [client]);
  return {};
};
