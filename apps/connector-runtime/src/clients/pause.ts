import type { Handler } from '@trellis/contracts';
import { inTransaction, inTurn, query } from '@trellis/database';
import { withTimeout } from '@trellis/platform/concurrency';
import type { PoolClient } from 'pg';
import { recordOperation, startedBy, type RecordNeeds } from '../activity/record.js';
import { writeInTurn } from '../database.js';
import { publishPause } from '../polling/publish.js';
import { statusChanged } from '../polling/record.js';
import type { Runtime } from '../runtime.js';
import { untilAllowedMs, pollSoon } from './poll-now.js';
import { storePause } from './pause.sql.js';
import { toState } from '../polling/client-state.js';
import { requireVisibleClient } from './visible.js';

type Needs = RecordNeeds &
  Pick<Runtime, 'database' | 'pool' | 'polls' | 'readClient' | 'store' | 'outbox'>;

/** How long the caller waits until units-service knows of the pause (ms). */
const publishMs = 1_000;

/**
 * Pauses a client: polls, listeners and interactions check its row. Its schedule continues, and publishes the pause
 * to units-service if that fails here.
 */
export const pauseClient: Handler<'clients.pause', Needs> = async (
  { database, pool, polls, readClient, store, outbox, ...recording },
  { reason, requester, ...on },
  deadline,
) => {
  const found = await requireVisibleClient(database, on);
  const { id, key, developer } = found;
  const startedAt = performance.now();
  const storeAll = async (db: PoolClient) => {
    const [stored] = await query(db, storePause, [String(key), reason ?? null]);
    if (!stored) return [];
    const pause = { pausedSince: stored.since, pauseReason: reason ?? null };
    const operation = { kind: 'pause', startedAt, startedBy: startedBy(requester) } as const;
    recordOperation(recording, { row: found }, operation);
    return outbox.add(db, [statusChanged(found, toState({ ...found, ...pause }))]);
  };
  const deliveries = await inTurn(developer, deadline, () =>
    inTransaction(pool, storeAll, deadline),
  );
  await outbox.flush(deliveries);
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
