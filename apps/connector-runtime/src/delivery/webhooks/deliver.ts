import { startJobWorker, type Attempt, type Broker } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Queries } from '../../database.js';
import type { Delivery, Webhook } from '../../generated/prisma/client.js';
import { jobConcurrency, webhookBulkheadSize } from '../../limits/bulkhead-sizes.js';
import { about, subjectOf } from '../../log-subject.js';
import { deliveryJob } from '../../queues.js';
import type { Runtime } from '../../runtime.js';
import { storeSettlement, settlementOf, type SettleNeeds } from '../settle.js';
import { signingSecrets } from '../secrets.js';
import { withAttempt } from '../attempt.js';
import {
  createDeliveryBulkhead,
  send,
  toAttempt,
  type Outcome,
  type SendNeeds,
  type SentOutcome,
} from '../send.js';

export type DeliverNeeds = SettleNeeds & SendNeeds & Pick<Runtime, 'sealing'>;

export function startDeliveryWorker(
  broker: Broker,
  needs: Omit<DeliverNeeds, 'bulkhead'> & {
    stopping: AbortSignal;
    log: Pick<Logger, 'info' | 'error'>;
  },
): void {
  const { log, stopping } = needs;
  const bulkhead = createDeliveryBulkhead(stopping);
  startJobWorker(broker, deliveryJob, {
    handle: (data, attempt) => deliver({ ...needs, bulkhead }, data, attempt),
    concurrency: jobConcurrency(webhookBulkheadSize),
    onFailure: (error, delivery, attempt) =>
      log.info(
        { delivery, ...subjectOf(error), attempt, reason: error.message },
        'delivery attempt failed',
      ),
    async onDeadLetter(data) {
      const delivery = await readDelivery(needs, data.delivery).catch(() => null);
      log.error(
        { ...data, developer: delivery?.webhook.developer },
        'delivery set aside: it stopped the service three times in a row',
      );
      await fail(needs, data.delivery);
    },
  });
}

/** Attempts to deliver a message; throws when another attempt follows. */
export async function deliver(
  needs: DeliverNeeds,
  { delivery: id }: { delivery: string },
  { isLast }: Attempt,
): Promise<void> {
  const delivery = await readDelivery(needs, id);
  if (delivery?.status !== 'pending') return;
  const { developer } = delivery.webhook;
  await about({ developer }, async () => {
    const outcome = wasInterrupted(delivery)
      ? interruptedAttempt(delivery)
      : await attempt(needs, delivery, isLast);
    await conclude(needs, delivery, outcome);
    if (outcome.status === 'pending') throw new Error(outcome.error);
  });
}

const readDelivery = ({ database }: SettleNeeds, id: string) =>
  database.delivery.findUnique({ where: { id }, include: { webhook: true } });

/** Fails a delivery that has killed workers. */
async function fail(needs: SettleNeeds, id: string): Promise<void> {
  const delivery = await readDelivery(needs, id);
  if (delivery?.status !== 'pending') return;
  await conclude(needs, delivery, interruptedAttempt(delivery));
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

/** Returns the outcome of an attempt that has left no trace but its time. */
const interruptedAttempt = ({ attempted, webhook: { url } }: WebhookDelivery): SentOutcome => ({
  ...interrupted,
  attempt: toAttempt(interrupted, { at: attempted ?? new Date(), url }),
});

type WebhookDelivery = Delivery & { webhook: Webhook };

async function attempt(
  needs: DeliverNeeds,
  delivery: WebhookDelivery,
  isLast: boolean,
): Promise<SentOutcome> {
  const { database, sealing, tracing } = needs;
  const { id, payload, webhook, webhookKey, attempts } = delivery;
  await database.delivery.updateMany({
    where: { id },
    data: { attempted: new Date(), error: null, responseStatus: null },
  });
  const { developer, app, url } = webhook;
  tracing?.annotate({ 'trellis.developer': developer });
  const opened = sealing.open({ purpose: 'deliveries.payload', developer, id }, payload);
  const message = {
    ...delivery,
    body: JSON.stringify(opened),
    developer,
    url,
    secrets: signingSecrets(sealing, { ...webhook, table: 'callbacks', id: app }),
    group: String(webhookKey),
    isRetry: attempts > 0,
  };
  return send(needs, message, { isLast });
}

/** Records the outcome of an attempt, together with that of the interaction that waits for the delivery. */
async function conclude(
  { database, publishEnded }: SettleNeeds,
  delivery: Delivery,
  outcome: SentOutcome,
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
  { id, attempts, lastAttempts }: Delivery,
  { status, error, responseStatus, attempt }: SentOutcome,
): Promise<void> {
  await queries.delivery.updateMany({
    where: { id },
    data: {
      status,
      attempts: attempts + 1,
      responseStatus: responseStatus ?? null,
      error: error ?? null,
      attempted: new Date(),
      lastAttempts: withAttempt(lastAttempts, attempt),
    },
  });
}
