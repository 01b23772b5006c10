import {
  deliveryFilter,
  Problem,
  type Handler,
  type Redelivery as Shown,
} from '@trellis/contracts';
import { inTransaction, isUniqueViolation, query } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import pMap from 'p-map';
import type { PoolClient } from 'pg';
import { validate as isUuid } from 'uuid';
import { writeInTurn } from '../../database.js';
import type { Redelivery } from '../../generated/prisma/client.js';
import { subjectOf } from '../../log-subject.js';
import { redeliverySchedule } from '../../queues.js';
import type { Runtime } from '../../runtime.js';
import {
  finishBatch,
  lastDelivery,
  lockRedelivery,
  redeliverMatching,
  storeBatch,
} from './deliveries.sql.js';
import { requireWebhook } from './register.js';
import { scanOf, scanValues } from './scan.js';

type Needs = Pick<Runtime, 'database' | 'pool' | 'deliveries'>;

/** The most messages that one run sends again. */
const batchSize = 500;

/** The pause between two runs (ms), so that the new messages of an app do not wait long. */
const pauseMs = 1_000;

/** Jobs that are added at the same time. */
const addedAtOnce = 20;

/** Redeliveries that run at once. */
const concurrency = 4;

/**
 * Begins to send all messages again that meet conditions, and have been stored by now. A repeated call with the same id
 * changes nothing. Throws `already_exists` while another redelivery is running.
 */
export const startRedelivery: Handler<
  'redeliveries.start',
  Needs & Pick<Runtime, 'redeliveries' | 'log'>
> = async ({ redeliveries, log, ...needs }, { id, filter, ...of }, deadline) => {
  const { database, pool } = needs;
  const { key: webhookKey, developer } = await requireWebhook(database, of);
  const [last] = await query(pool, lastDelivery, [String(webhookKey)]);
  const data = { id, webhookKey, filter: JSON.stringify(filter), until: BigInt(last?.key ?? -1) };
  try {
    await writeInTurn(database, { developer, deadline }, (tx) => tx.redelivery.create({ data }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const known = await database.redelivery.findFirst({ where: { id, webhookKey } });
    if (!known) throw new Problem('already_exists', 'Another redelivery is under way.');
    return toShown(known);
  }
  // Otherwise the reconciliation adds the schedule. Mostly there are few messages, and this run is the only one.
  const next = await redeliverSome(needs, { redelivery: id }).catch((error: unknown) => {
    log.warn({ err: error, redelivery: id }, 'redelivery waits');
    return undefined;
  });
  if (next !== 'ended') await startRedeliveries(redeliveries, [id]).catch(() => undefined);
  return toShown(await database.redelivery.findFirstOrThrow({ where: { id, webhookKey } }));
};

export const readRedelivery: Handler<'redeliveries.read', Pick<Runtime, 'database'>> = async (
  { database },
  { id, ...of },
) => {
  const { key: webhookKey } = await requireWebhook(database, of);
  const found = isUuid(id)
    ? await database.redelivery.findFirst({ where: { id, webhookKey } })
    : null;
  if (!found) throw new Problem('not_found', 'There is no such redelivery.');
  return toShown(found);
};

const toShown = ({ id, redelivered, created, ended }: Redelivery): Shown => ({
  id,
  status: ended ? 'completed' : 'running',
  redelivered,
  created: created.toISOString(),
  ended: ended?.toISOString(),
});

export const startRedeliveries = (
  schedules: Runtime['redeliveries'],
  ids: string[],
): Promise<void> => schedules.start(ids.map((id) => ({ id, data: { redelivery: id } })));

export function startRedeliveryWorker(
  broker: Broker,
  needs: Needs & { log: Pick<Logger, 'warn' | 'error'> },
): void {
  const { log } = needs;
  startScheduleWorker(broker, redeliverySchedule, {
    run: (data) => redeliverSome(needs, data),
    concurrency,
    onFailure: (error, redelivery) =>
      log.warn({ err: error, redelivery, ...subjectOf(error) }, 'redelivery failed'),
    retryMs: 1_000,
    async onDeadLetter(data) {
      log.error(data, 'redelivery set aside: it stopped the service three times in a row');
      const where = { id: data.redelivery, ended: null };
      await needs.database.redelivery.updateMany({ where, data: { ended: new Date() } });
    },
  });
}

/**
 * Sends the next messages of a redelivery again. The batch is stored until its jobs are added: a delivery whose earlier job
 * has failed would have a job, and the reconciliation would not run it.
 */
export async function redeliverSome(
  { pool, deliveries }: Pick<Needs, 'pool' | 'deliveries'>,
  { redelivery: id }: { redelivery: string },
): Promise<NextRun> {
  const batch = await inTransaction(pool, (db) => nextBatch(db, id));
  await pMap(batch, (one) => deliveries.addOrRunNow(one, { delivery: one }), {
    concurrency: addedAtOnce,
  });
  const [finished] = await query(pool, finishBatch, [id]);
  return finished && finished.ended === null ? { afterMs: pauseMs } : 'ended';
}

/** Makes the next deliveries pending, unless there is a batch whose jobs are not added yet; returns the batch. */
async function nextBatch(db: PoolClient, id: string): Promise<string[]> {
  const [locked] = await query(db, lockRedelivery, [id]);
  if (!locked) return [];
  if (locked.batch.length > 0) return locked.batch;
  const { key, callback_key: webhookKey, position, until } = locked;
  const filter = deliveryFilter.parse(JSON.parse(locked.filter));
  const statement = redeliverMatching[filter.status === undefined ? 'any' : 'ofStatus'];
  const range = { webhookKey, after: position, before: BigInt(until) + 1n, take: batchSize };
  const rows = await query(db, statement, scanValues(filter, range));
  const { scanned, last } = rows[0]!;
  const found = rows.filter((row) => row.key !== null);
  const isFull = found.length === batchSize;
  const isLast = !isFull && scanned < scanOf(filter, range);
  const next = isFull ? found.at(-1)!.key : (last ?? position);
  const ids = found.map((row) => row.id);
  await query(db, storeBatch, [key, next, ids, isLast]);
  return ids;
}
