import { alertChannel } from '@trellis/contracts';
import { startJobWorker, type Attempt, type Broker } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { createDeliveryBulkhead } from '../delivery/send.js';
import { about, subjectOf } from '../log-subject.js';
import { alertMessageJob } from '../queues.js';
import type { Runtime } from '../runtime.js';
import { alertContent } from './content.js';
import { sendAlert, type SendAlertNeeds } from './send.js';

export type DeliverAlertNeeds = SendAlertNeeds & Pick<Runtime, 'database' | 'metrics'>;

/** Sending is mostly waiting. */
const concurrency = 50;

export function startAlertWorker(
  broker: Broker,
  needs: Omit<DeliverAlertNeeds, 'bulkhead'> & {
    stopping: AbortSignal;
    log: Pick<Logger, 'info' | 'error'>;
  },
): void {
  const { log, stopping, database } = needs;
  const bulkhead = createDeliveryBulkhead(stopping);
  startJobWorker(broker, alertMessageJob, {
    handle: (data, attempt) => deliverAlert({ ...needs, bulkhead }, data, attempt),
    concurrency,
    onFailure: (error, id, attempt) =>
      log.info(
        { id, ...subjectOf(error), attempt, reason: error.message },
        'attempt to send an alert failed',
      ),
    async onDeadLetter({ message }) {
      log.error({ id: message }, 'alert set aside: it stopped the service three times in a row');
      const error = 'The service was interrupted while sending it.';
      await database.alertMessage.updateMany({
        where: { id: message, status: 'pending' },
        data: { status: 'failed', error },
      });
    },
  });
}

/** Attempts to send a message; throws when another attempt follows. */
async function deliverAlert(
  needs: DeliverAlertNeeds,
  { message: id }: { message: string },
  { isLast }: Attempt,
): Promise<void> {
  const { database, metrics } = needs;
  const found = await database.alertMessage.findUnique({ where: { id }, include: { rule: true } });
  if (found?.status !== 'pending') return;
  const { rule, recipient, attempts } = found;
  await about({ developer: rule.developer }, async () => {
    const outcome = await sendAlert(needs, rule, {
      id,
      channel: alertChannel.parse(found.channel),
      recipient,
      content: alertContent.parse(JSON.parse(found.content)),
      isRetry: attempts > 0,
    });
    const isPending = outcome.status === 'pending' && !isLast;
    const status = outcome.status === 'delivered' ? 'delivered' : isPending ? 'pending' : 'failed';
    metrics.record('trellis_alert_messages_total', 1, found.channel, status);
    await database.alertMessage.updateMany({
      where: { id },
      data: {
        status,
        attempts: attempts + 1,
        error: outcome.error ?? null,
        attempted: new Date(),
      },
    });
    if (isPending) throw new Error(outcome.error);
  });
}
