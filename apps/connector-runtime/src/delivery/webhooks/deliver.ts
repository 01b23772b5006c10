import { startJobWorker, type Attempt, type Broker } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Queries } from '../../database.js';
import type { Delivery, Webhook } from '../../generated/prisma/client.js';
import { createBulkhead } from '../../limits/bulkhead.js';
import { jobConcurrency, webhookBulkheadSize } from '../../limits/bulkhead-sizes.js';
import { about, subjectOf } from '../../log-subject.js';
import { deliveryJob } from '../../queues.js';
import type { Runtime } from '../../runtime.js';
import { storeSettlement, settlementOf, type SettleNeeds } from '../settle.js';
import { judgeAttempt, type Outcome } from '../outcome.js';
import { post, responseTimeoutMs, toPostFailure, type PostNeeds } from '../post.js';

export type DeliverNeeds = SettleNeeds & PostNeeds & Pick<Runtime, 'bulkhead'>;

/** Delivers messages until the broker is closed. */
export function startDeliveryWorker(
  broker: Broker,
  needs: Omit<DeliverNeeds, 'bulkhead'> & {
    stopping: AbortSignal;
    log: Pick<Logger, 'info' | 'error'>;
  },
): void {
  const { log, stopping } = needs;
  const timeoutMs = responseTimeoutMs;
  const bulkhead = createBulkhead({ ...webhookBulkheadSize, timeoutMs, stopping });
  startJobWorker(broker, deliveryJob, {
    handle: (data, attempt) => deliver({ ...needs, bulkhead }, data, attempt),
    concurrency: jobConcurrency(webhookBulkheadSize),
    onFailure: (error, delivery, attempt) =>
      log.info(
        { delivery, ...subjectOf(error), attempt, reason: error.message },
        'delivery attempt failed',
      ),
    async onDeadLetter(data) {
      const developer = await developerOf(needs, data).catch(() => undefined);
      log.error(
        { ...data, ...(developer !== undefined && { developer }) },
        'delivery set aside: it stopped the service three times in a row',
      );
      await fail(needs, data);
    },
  });
}

/** Attempts to deliver a message; throws when another attempt follows. */
export async function deliver(
  needs: DeliverNeeds,
  { delivery: id }: { delivery: string },
  { isLast }: Attempt,
): Promise<void> {
  const delivery = await needs.database.delivery.findUnique({
    where: { id },
    include: { webhook: true },
  });
  if (delivery?.status !== 'pending') return;
  const { developer } = delivery.webhook;
  await about({ developer }, async () => {
    const outcome = wasInterrupted(delivery) ? interrupted : await attempt(needs, delivery, isLast);
    await conclude(needs, delivery, outcome);
    if (outcome.status === 'pending') throw new Error(outcome.error);
  });
}

async function developerOf({ database }: SettleNeeds, { delivery: id }: { delivery: string }) {
  const delivery = await database.delivery.findUnique({
    where: { id },
    include: { webhook: true },
  });
  return delivery?.webhook.developer;
}

/** Fails a delivery that has killed workers. */
async function fail(needs: SettleNeeds, { delivery: id }: { delivery: string }): Promise<void> {
  const delivery = await needs.database.delivery.findUnique({ where: { id } });
  if (delivery?.status !== 'pending') return;
  await conclude(needs, delivery, interrupted);
}

/** Returns whether a worker died after it may have sent an action that must not be performed twice. */
const wasInterrupted = (delivery: Delivery) =>
  delivery.interactionId !== null &&
  !delivery.idempotent &&
  delivery.attempted !== null &&
  delivery.error === null &&
  delivery.responseStatus === null;

const interrupted: Outcome = {
  status: 'failed',
  error: 'The service was interrupted while sending it.',
  isUncertain: true,
};

async function attempt(
  { database, ...needs }: DeliverNeeds,
  delivery: Delivery & { webhook: Webhook },
  isLast: boolean,
): Promise<Outcome> {
  await database.delivery.updateMany({
    where: { id: delivery.id },
    data: { attempted: new Date(), error: null, responseStatus: null },
  });
  const { developer } = delivery.webhook;
  needs.tracing?.annotate({ 'trellis.developer': developer });
  const origin = {
    developer,
    group: String(delivery.webhookKey),
    health: delivery.attempts > 0 ? 'failing' : 'healthy',
  } as const;
  try {
    const response = await needs.bulkhead.run(origin, (signal) => post(needs, delivery, signal));
    return judgeAttempt(delivery, { response }, { isLast });
  } catch (error) {
    return judgeAttempt(delivery, { failure: toPostFailure(error) }, { isLast });
  }
}

/** Records the outcome of an attempt, together with that of the interaction that waits for the delivery. */
async function conclude(
  { database, publishEnded }: SettleNeeds,
  delivery: Delivery,
  outcome: Outcome,
): Promise<void> {
  const { interactionId } = delivery;
  if (interactionId === null || outcome.status === 'pending') {
    return recordOutcome(database, delivery, outcome);
  }
  await database.$transaction(async (tx) => {
    await recordOutcome(tx, delivery, outcome);
    await storeSettlement(tx, [interactionId], settlementOf(outcome));
  });
  await publishEnded(interactionId);
}

async function recordOutcome(
  queries: Queries,
  { id, attempts }: Delivery,
  { status, error, responseStatus }: Outcome,
): Promise<void> {
  await queries.delivery.updateMany({
    where: { id },
    data: {
      status,
      attempts: attempts + 1,
      responseStatus: responseStatus ?? null,
      error: error ?? null,
      attempted: new Date(),
    },
  });
}
